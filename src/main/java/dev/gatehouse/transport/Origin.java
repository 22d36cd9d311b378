package dev.gatehouse.transport;

import dev.gatehouse.net.Authority;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One server that can be asked: scheme, host and port together (RFC 9110, section 4.3.1), and how its addresses are
 * screened.
 *
 * <p>Two origins that differ in anything share no connection.
 *
 * @param scheme {@code http} or {@code https}
 * @param host a host name or an IP literal without brackets, lower case
 * @param port 1 to 65535
 * @param screen the addresses that are refused when the name has been resolved
 * @param connectTo the name whose addresses are dialled instead of those of {@code host}, while URL, {@code Host} and
 *     the name in TLS stay; null for {@code host} itself
 * @param uri the origin as a URI without a path
 */
public record Origin(
        String scheme,
        String host,
        int port,
        Screen screen,
        @Nullable String connectTo,
        URI uri) {

    /** An upstream, with its URI made from the rest; {@code screened} keeps it off private addresses. */
    public static Origin of(String scheme, String host, int port, boolean screened) {
        return of(scheme, host, port, screened ? Screen.PRIVATE : Screen.NONE);
    }

    /** The server that answers at {@code url}, an http or https URL with a host. */
    public static Origin at(URI url, Screen screen) {
        String scheme = url.getScheme().toLowerCase(Locale.ROOT);
        String host = Authority.unbracketed(url.getHost().toLowerCase(Locale.ROOT));
        int port = url.getPort() < 0 ? defaultPort(scheme) : url.getPort();
        return of(scheme, host, port, screen);
    }

    /** The literal path that is asked for at {@code url}: {@code /} where it has none (RFC 9110, section 4.2.3). */
    public static String pathOf(URI url) {
        String path = url.getRawPath();
        return path == null || path.isEmpty() ? "/" : path;
    }

    private static Origin of(String scheme, String host, int port, Screen screen) {
        URI uri = URI.create(scheme + "://" + authority(scheme, host, port));
        return new Origin(scheme, host, port, screen, null, uri);
    }

    /** Whether a loopback, private or metadata address is refused. */
    public boolean screened() {
        return screen == Screen.PRIVATE;
    }

    /** The same origin, reached at the addresses of {@code name}. */
    public Origin reachedAt(String name) {
        return new Origin(scheme, host, port, screen, name, uri);
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
