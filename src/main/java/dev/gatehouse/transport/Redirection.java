package dev.gatehouse.transport;

import dev.gatehouse.net.PrivateAddresses;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a redirect leads (RFC 9110, section 15.4). Looks at nothing but its arguments.
 *
 * <p>What it leads to is screened as the origin before was, so that no redirect opens an address that may not be named.
 *
 * @param origin the server; the same as before, however it is reached, where scheme, host and port are
 * @param path the literal path
 * @param query the literal query; null for none
 * @param foreign whether the server differs from the one before: credentials stay behind
 */
public record Redirection(
        Origin origin, String path, @Nullable String query, boolean foreign) {

    /** How many redirects of one request are followed at most. */
    public static final int MAX_HOPS = 10;

    /** Whether an answer with this status may lead elsewhere. */
    public static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    /**
     * Reads a {@code Location}.
     *
     * @param path what was asked for at {@code from}
     * @return null where it leads nowhere: not to a server, not over http or https, from https to http, with credentials, or
     *     to an address that the screen of {@code from} refuses
     */
    public static @Nullable Redirection to(String location, Origin from, String path) {
        URI target = resolve(from, path, location);
        if (target == null || !isPlainWeb(target)) {
            return null;
        }
        Origin origin = Origin.at(target, from.screen());
        if (from.scheme().equals("https") && origin.scheme().equals("http")) {
            return null; // what was asked for under TLS is not told to the whole way
        }
        if (from.screened() && PrivateAddresses.refuses(origin.host())) {
            return null;
        }
        boolean foreign = !origin.uri().equals(from.uri());
        return new Redirection(foreign ? origin : from, Origin.pathOf(target), target.getRawQuery(), foreign);
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

    private static boolean isPlainWeb(URI target) {
        String scheme = target.getScheme().toLowerCase(Locale.ROOT);
        return (scheme.equals("http") || scheme.equals("https")) && target.getRawUserInfo() == null;
    }
}
