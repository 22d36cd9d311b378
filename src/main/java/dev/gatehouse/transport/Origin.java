package dev.gatehouse.transport;

import dev.gatehouse.net.Authority;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * One server that can be asked: scheme, host and port together (RFC 9110, section 4.3.1), and whether its addresses are
 * screened.
 *
 * <p>Two origins that differ in anything share no connection.
 *
 * @param scheme {@code http} or {@code https}
 * @param host a host name or an IP literal without brackets, lower case
 * @param port 1 to 65535
 * @param screened whether a loopback, private or metadata address is refused when the name has been resolved
 * @param connectTo the name whose addresses are dialled instead of those of {@code host}, while URL, {@code Host} and
 *     the name in TLS stay; null for {@code host} itself
 * @param uri the origin as a URI without a path
 */
public record Origin(
        String scheme,
        String host,
        int port,
        boolean screened,
        @Nullable String connectTo,
        URI uri) {

    /** The origin with its URI made from the rest. */
    public static Origin of(String scheme, String host, int port, boolean screened) {
        URI uri = URI.create(scheme + "://" + authority(scheme, host, port));
        return new Origin(scheme, host, port, screened, null, uri);
    }

    /** The same origin, reached at the addresses of {@code name}. */
    public Origin reachedAt(String name) {
        return new Origin(scheme, host, port, screened, name, uri);
    }

    /** The port a scheme stands for where none is written. */
    public static int defaultPort(String scheme) {
        return scheme.equals("https") ? 443 : 80;
    }

    /** What {@code Host} says: the port is left out where it is the scheme's own. */
    public String authority() {
        return uri.getRawAuthority();
    }

    private static String authority(String scheme, String host, int port) {
        String literal = Authority.bracketed(host);
        return port == defaultPort(scheme) ? literal : literal + ":" + port;
    }
}
