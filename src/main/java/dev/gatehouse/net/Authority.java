package dev.gatehouse.net;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A host with or without a port, as in a {@code Host} field or a URL.
 *
 * @param host lower case: a name, an IPv4 address, or an IPv6 address in brackets
 * @param port 1 to 65535, or {@link #NO_PORT} where none is named
 */
public record Authority(String host, int port) {

    /** Stands for the port where none is named. */
    public static final int NO_PORT = -1;

    private static final int HIGHEST_PORT = 65535;

    /**
     * Reads {@code host}, {@code host:port} or {@code [v6]:port}, strictly.
     *
     * @return null where anything is odd: space, user info, a character no host has, an empty label, an IPv6 address
     *     without brackets or malformed, a port that is empty, zero, above 65535, signed or with a leading zero
     */
    public static @Nullable Authority parse(String text) {
        int bracket = text.startsWith("[") ? text.indexOf(']') : -1;
        int colon = text.indexOf(':', Math.max(bracket, 0));
        int hostEnd = colon < 0 ? text.length() : colon;
        int port = colon < 0 ? NO_PORT : AddressText.decimal(text, colon + 1, text.length(), HIGHEST_PORT);
        boolean badPort = colon >= 0 && port < 1;
        String host = text.substring(0, hostEnd).toLowerCase(Locale.ROOT);
        return badPort || !isHost(host) ? null : new Authority(host, port);
    }

    private static boolean isHost(String host) {
        return host.startsWith("[")
                ? IpAddress.parseHost(host) != null
                : HostNames.isName(HostNames.withoutRootDot(host));
    }

    /** Whether a port is named. */
    public boolean hasPort() {
        return port != NO_PORT;
    }

    /** The port named, or {@code otherwise}. */
    public int portOr(int otherwise) {
        return hasPort() ? port : otherwise;
    }

    /** {@code host} or {@code host:port}. */
    @Override
    public String toString() {
        return hasPort() ? host + ":" + port : host;
    }

    /** A host as it stands in a URL: an IPv6 address in brackets (RFC 3986, section 3.2.2), all else as it is. */
    public static String bracketed(String host) {
        return host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    /** {@code host} without the brackets of an IPv6 literal. */
    public static String unbracketed(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }
}
