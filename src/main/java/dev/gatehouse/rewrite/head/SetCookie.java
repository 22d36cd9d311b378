package dev.gatehouse.rewrite.head;

import dev.gatehouse.rewrite.Mount;
import java.util.Locale;

/**
 * Maps a {@code Set-Cookie} line onto the proxy (RFC 6265, section 4.1): the visitor's browser must accept it from us and
 * send it back below our mount.
 *
 * <p>A {@code Domain} that does not cover the visitor's host is dropped, which makes the cookie host-only; {@code Path}
 * follows the mount. Names that begin with {@code __Host-} keep {@code Path=/}, without which browsers refuse them.
 * Everything else, unknown attributes included, stays byte for byte.
 */
final class SetCookie {

    private SetCookie() {}

    /** The mapped line; the same object where nothing changes. */
    static String map(String line, Mount mount) {
        int end = line.indexOf(';');
        if (end < 0) {
            return line;
        }
        boolean bound = line.stripLeading().regionMatches(true, 0, "__Host-", 0, 7);
        StringBuilder mapped = new StringBuilder(line.length() + 16).append(line, 0, end);
        boolean changed = false;
        while (end < line.length()) {
            int start = end + 1;
            int next = line.indexOf(';', start);
            end = next < 0 ? line.length() : next;
            String attribute = line.substring(start, end);
            String kept = attribute(attribute, mount, bound);
            changed |= !kept.equals(attribute) || kept.isEmpty();
            if (!kept.isEmpty()) {
                mapped.append(';').append(kept);
            }
        }
        return changed ? mapped.toString() : line;
    }

    /** The attribute as it shall stand after its semicolon; empty to drop it. */
    private static String attribute(String attribute, Mount mount, boolean bound) {
        int equals = attribute.indexOf('=');
        if (equals < 0) {
            return attribute;
        }
        String name = attribute.substring(0, equals).strip().toLowerCase(Locale.ROOT);
        String value = attribute.substring(equals + 1).strip();
        if (name.equals("domain")) {
            return covers(value, mount.visitorHost()) ? attribute : "";
        }
        if (name.equals("path") && !bound && value.startsWith("/")) {
            String path = mount.mapPath(value);
            return path.equals(value) ? attribute : attribute.substring(0, equals + 1) + (path.isEmpty() ? "/" : path);
        }
        return attribute;
    }

    /** Whether a browser at {@code host} accepts a cookie for {@code domain} (RFC 6265, section 5.1.3). */
    private static boolean covers(String domain, String host) {
        String bare = (domain.startsWith(".") ? domain.substring(1) : domain).toLowerCase(Locale.ROOT);
        return !bare.isEmpty() && (host.equals(bare) || host.endsWith("." + bare)) && bare.indexOf('.') > 0;
    }
}
