package dev.gatehouse.forward;

import dev.gatehouse.transport.Redirection;
import org.jspecify.annotations.Nullable;

/**
 * Decides what request follows a redirect (RFC 9110, section 15.4). Looks at nothing but its arguments.
 *
 * <p>Each hop is screened as the first one was, so a redirect cannot lead to an address that a route may not name.
 */
final class RedirectRule {

    /**
     * The next request.
     *
     * @param hop where it goes; without a base path
     * @param path the literal path
     * @param query the literal query; null for none
     * @param method the method, perhaps changed to GET
     * @param foreign whether the server differs from the one before: credentials stay behind
     */
    record Follow(Hop hop, String path, @Nullable String query, String method, boolean foreign) {}

    private RedirectRule() {}

    /**
     * The request that follows a redirect.
     *
     * @param location the redirect's {@code Location}
     * @param path what was asked for at {@code from}
     * @param bodyIsSpent whether the request carried a body that cannot be sent again
     * @param hops how many redirects have been followed already
     * @return null where the response is not a redirect that can be followed; it is relayed then
     */
    static @Nullable Follow follow(
            Hop from,
            String path,
            String method,
            boolean bodyIsSpent,
            int status,
            @Nullable String location,
            int hops) {
        if (location == null || !Redirection.isRedirect(status) || hops >= Redirection.MAX_HOPS) {
            return null;
        }
        String nextMethod = method(status, method);
        if (bodyIsSpent && nextMethod.equals(method)) {
            return null; // 307 and 308 repeat the body
        }
        Redirection next = Redirection.to(location, from.origin(), path);
        return next == null
                ? null
                : new Follow(new Hop(next.origin(), ""), next.path(), next.query(), nextMethod, next.foreign());
    }

    private static String method(int status, String method) {
        boolean toGet =
                status == 303 && !method.equals("HEAD") || (status == 301 || status == 302) && method.equals("POST");
        return toGet ? "GET" : method;
    }
}
