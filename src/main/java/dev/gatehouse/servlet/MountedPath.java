package dev.gatehouse.servlet;

import dev.gatehouse.http.RequestPath;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;

/**
 * Where we are mounted and what was asked for below that, both cut out of the raw request target.
 *
 * @param mount context path and servlet path: empty, or begins with {@code /} and does not end with it
 * @param path what follows; {@code /} where nothing does
 */
record MountedPath(String mount, RequestPath path) {

    static MountedPath of(HttpServletRequest request, boolean full) {
        String raw = request.getRequestURI();
        String mount = full ? "" : request.getContextPath() + servletPath(request);
        if (mount.isEmpty() || raw.equals("*")) {
            return new MountedPath("", RequestPath.of(raw.isEmpty() ? "/" : raw));
        }
        int end = raw.startsWith(mount) ? mount.length() : afterSegments(raw, mount);
        String rest = raw.substring(end);
        return new MountedPath(raw.substring(0, end), RequestPath.of(rest.isEmpty() ? "/" : rest));
    }

    /** The servlet's own prefix; a mapping to everything or to the default has none. */
    private static String servletPath(HttpServletRequest request) {
        return request.getHttpServletMapping().getMappingMatch() == MappingMatch.PATH ? request.getServletPath() : "";
    }

    /** The mount in another spelling: as many literal segments as it has. */
    private static int afterSegments(String raw, String mount) {
        int at = 0;
        for (int i = 0; i < mount.length(); i++) {
            if (mount.charAt(i) == '/') {
                int next = raw.indexOf('/', at + 1);
                at = next < 0 ? raw.length() : next;
            }
        }
        return at;
    }
}
