package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.net.PrivateAddresses;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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

    /** Host, port and base path; white space, query and fragment are no part of an upstream. */
    private static final Pattern FORM = Pattern.compile(
            "(?<host>[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)(?::(?<port>[0-9]{1,5}))?(?<base>/[^?#\\s\\\\\\p{Cntrl}]*)?");

    private static final int MAX_PORT = 65_535;

    /** Reads {@code host[:port][/base]}; null where {@code text} has another form, a scheme for instance. */
    public static @Nullable UpstreamRef parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || text.contains("//") || text.contains("..")) {
            return null;
        }
        int port = form.group("port") == null ? DEFAULT_PORT : Integer.parseInt(form.group("port"));
        if (port == 0 || port > MAX_PORT) {
            return null;
        }
        String base = form.group("base") == null ? "" : form.group("base");
        return new UpstreamRef(
                Grammar.lower(form.group("host")),
                port,
                base.endsWith("/") ? base.substring(0, base.length() - 1) : base);
    }

    /** What an upstream setting accepts; {@code allowPrivate} lifts the address screen. */
    static Expectation<UpstreamRef> expectation(boolean allowPrivate) {
        return Expectation.text(
                "host, host:port or host/base/path without a scheme; loopback, private and metadata addresses only beside"
                        + " allowPrivateUpstream",
                text -> {
                    UpstreamRef upstream = parse(text);
                    return upstream != null && (allowPrivate || !PrivateAddresses.refuses(upstream.host()))
                            ? upstream
                            : null;
                });
    }
}
