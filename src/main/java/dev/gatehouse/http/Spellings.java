package dev.gatehouse.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All spellings of one path: what every sequence of the readings below makes of it.
 *
 * @param all   the path itself first, then what was found, each once
 * @param fault what was found wrong on the way; null where nothing was
 */
record Spellings(List<String> all, @Nullable PathFault fault) {

    /**
     * More than this are not looked for. Eight escapes inside one another, or a path that needs all six readings at
     * once, stay well below.
     */
    static final int MOST = 64;

    private static final int READINGS = 6;

    static Spellings of(String path) {
        List<String> found = new ArrayList<>(4);
        found.add(path);
        for (int i = 0; i < found.size(); i++) {
            String spelling = found.get(i);
            if (spelling.indexOf('\0') >= 0) {
                return new Spellings(List.copyOf(found), PathFault.NUL);
            }
            for (int reading = 0; reading < READINGS; reading++) {
                addIfNew(found, read(spelling, reading));
            }
            if (found.size() > MOST) {
                return new Spellings(List.copyOf(found.subList(0, MOST)), PathFault.TOO_MANY_SPELLINGS);
            }
        }
        return new Spellings(List.copyOf(found), null);
    }

    private static void addIfNew(List<String> found, String spelling) {
        if (!found.contains(spelling)) {
            found.add(spelling);
        }
    }

    /** One reading; the same object where it changes nothing. */
    private static String read(String path, int reading) {
        return switch (reading) {
            case 0 -> PercentEncoding.decodePath(path);
            case 1 -> path.replace('\\', '/');
            case 2 -> withoutParameters(path);
            case 3 -> collapsed(path);
            case 4 -> resolved(path);
            default -> cutAtDelimiter(path);
        };
    }

    /** Removes, in each segment, all from the first semicolon. */
    static String withoutParameters(String path) {
        if (path.indexOf(';') < 0) {
            return path;
        }
        StringBuilder kept = new StringBuilder(path.length());
        for (int at = 0; at < path.length(); ) {
            int slash = PathSegments.end(path, at);
            int semicolon = path.indexOf(';', at);
            kept.append(path, at, semicolon < 0 ? slash : Math.min(semicolon, slash));
            if (slash < path.length()) {
                kept.append('/');
            }
            at = slash + 1;
        }
        return kept.toString();
    }

    private static String collapsed(String path) {
        if (!path.contains("//")) {
            return path;
        }
        StringBuilder kept = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c != '/' || i == 0 || path.charAt(i - 1) != '/') {
                kept.append(c);
            }
        }
        return kept.toString();
    }

    /** Resolves dot segments (RFC 3986, section 5.2.4); what would climb above the root stays at the root. */
    private static String resolved(String path) {
        if (!path.contains("/.")) {
            return path;
        }
        StringBuilder kept = new StringBuilder(path.length());
        for (int start = 1; start <= path.length(); ) {
            int end = PathSegments.end(path, start);
            if (PathSegments.isDotDot(path, start, end)) {
                kept.setLength(Math.max(0, kept.lastIndexOf("/")));
            } else if (!PathSegments.isDot(path, start, end)) {
                kept.append('/').append(path, start, end);
            }
            if (end == path.length() && PathSegments.isDots(path, start, end)) {
                kept.append('/');
            }
            start = end + 1;
        }
        return kept.length() == path.length() ? path : kept.toString();
    }

    /** Cuts at a question mark or hash that decoding has brought to light. */
    private static String cutAtDelimiter(String path) {
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '?' || c == '#') {
                return path.substring(0, i);
            }
        }
        return path;
    }
}
