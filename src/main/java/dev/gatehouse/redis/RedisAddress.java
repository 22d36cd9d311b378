package dev.gatehouse.redis;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a Redis or Valkey is and how it is entered: {@code redis://USER:PASSWORD@HOST:PORT/DB}, {@code rediss://} for TLS.
 * User and password, port and database may be left out; both parts of the credentials may be percent-encoded.
 *
 * <p>Immutable. It is a secret as a whole and never shows itself.
 */
public final class RedisAddress {

    private static final int DEFAULT_PORT = 6_379;
    private static final int MAX_PORT = 65_535;

    /** The last {@code @} ends the credentials, so that a password with one need not be encoded. */
    private static final Pattern FORM = Pattern.compile(
            "(rediss?)://(?:([^:/]*):([^/]*)@)?(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::(\\d{1,5}))?(?:/(\\d{0,4}))?");

    private final boolean tls;
    private final String host;
    private final int port;
    private final @Nullable String user;
    private final @Nullable String password;
    private final int database;

    private RedisAddress(
            boolean tls, String host, int port, @Nullable String user, @Nullable String password, int database) {
        this.tls = tls;
        this.host = host;
        this.port = port;
        this.user = user;
        this.password = password;
        this.database = database;
    }

    /** Reads an address; null where {@code url} is none. What is wrong with it cannot be said without showing it. */
    public static @Nullable RedisAddress parse(String url) {
        Matcher form = FORM.matcher(url.strip());
        if (!form.matches()) {
            return null;
        }
        int port = number(form.group(5), DEFAULT_PORT);
        if (port < 1 || port > MAX_PORT) {
            return null;
        }
        try {
            return new RedisAddress(
                    form.group(1).equals("rediss"),
                    form.group(4),
                    port,
                    decoded(form.group(2)),
                    decoded(form.group(3)),
                    number(form.group(6), 0));
        } catch (IllegalArgumentException brokenEscape) {
            return null;
        }
    }

    private static int number(@Nullable String digits, int otherwise) {
        return digits == null || digits.isEmpty() ? otherwise : Integer.parseInt(digits);
    }

    private static @Nullable String decoded(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        return URLDecoder.decode(
                text.replace("+", "%2B"), StandardCharsets.UTF_8); // a plus is no space in a URL's head
    }

    boolean tls() {
        return tls;
    }

    /** A name or an address; an IPv6 address has its brackets. */
    String host() {
        return host;
    }

    int port() {
        return port;
    }

    /** Who enters; null for the default user. */
    @Nullable
    String user() {
        return user;
    }

    /** Null where none is asked for. */
    @Nullable
    String password() {
        return password;
    }

    int database() {
        return database;
    }

    /** Never the address. */
    @Override
    public String toString() {
        return "the address of a Redis";
    }
}
