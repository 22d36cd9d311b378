package dev.gatehouse.forward;

import dev.gatehouse.net.PrivateAddresses;
import dev.gatehouse.transport.Origin;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Decides where a followed redirect leads (RFC 9110, section 15.4). Looks at nothing but its arguments.
 *
 * <p>Each hop is screened as the first one was, so a redirect cannot lead to an address that a route may not name.
 */
final class RedirectRule {

    /** How many redirects of one request are followed; a further one is relayed as it is. */
    static final int MAX_HOPS = 10;

    /**
     * The next request.
     *
     * @param hop where it goes; without a base path
     * @param path the literal path
     * @param query the literal query; null for none
     * @param method the method, perhaps changed to GET
     * @param foreign whether the host differs from the one before: credentials stay behind
     */
    record Follow(Hop hop, String path, @Nullable String query, String method, boolean foreign) {}

    private RedirectRule() {}

    /**
     * The request that follows a redirect.
     *
     * @param location the redirect's {@code Location}
     * @param path what was asked for at {@code from}
     * @param bodyIsSpent whether the request carried a body that cannot be sent again
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
        if (location == null || !isRedirect(status) || hops >= MAX_HOPS) {
            return null;
        }
        String nextMethod = method(status, method);
        if (bodyIsSpent && nextMethod.equals(method)) {
            return null; // 307 and 308 repeat the body
        }
        URI target = resolve(from.origin(), path, location);
        return target == null ? null : request(from.origin(), target, nextMethod);
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    private static String method(int status, String method) {
        boolean toGet =
                status == 303 && !method.equals("HEAD") || (status == 301 || status == 302) && method.equals("POST");
        return toGet ? "GET" : method;
    }

    private static @Nullable URI resolve(Origin from, String path, String location) {
        try {
            URI base = new URI(from.scheme() + "://" + from.authority() + path);
            URI target = base.resolve(new URI(location));
            return target.isOpaque() || target.getHost() == null ? null : target;
        } catch (URISyntaxException notAUri) {
            return null;
        }
    }

    private static @Nullable Follow request(Origin from, URI target, String method) {
        String scheme = target.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || target.getRawUserInfo() != null) {
            return null;
        }
        Origin origin = Origin.at(target, from.screen());
        if (from.screened() && PrivateAddresses.refuses(origin.host())) {
            return null;
        }
        boolean foreign =
                !origin.host().equals(from.host()) || origin.port() != from.port() || !scheme.equals(from.scheme());
        return new Follow(new Hop(origin, ""), Origin.pathOf(target), target.getRawQuery(), method, foreign);
    }
}
