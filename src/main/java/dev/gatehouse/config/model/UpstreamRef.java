package dev.gatehouse.config.model;

/**
 * Where an upstream is, as written in the table: {@code host}, {@code host:port} or {@code host/base/path}. The scheme is
 * the route's.
 *
 * @param host a host name or an IPv4 literal, lower case
 * @param port 1 to 65535; {@link #DEFAULT_PORT} for the scheme's own
 * @param basePath put in front of every path: empty, or begins with {@code /} and does not end with it; case kept
 */
public record UpstreamRef(String host, int port, String basePath) {

    /** Stands for the port that belongs to the scheme. */
    public static final int DEFAULT_PORT = -1;

    /** The host, with the port where one was written: what {@code Host} says and what two entries are compared by. */
    public String authority() {
        return port == DEFAULT_PORT ? host : host + ":" + port;
    }

    /** The normalised form as it is written in a table. */
    public String text() {
        return authority() + basePath;
    }
}
