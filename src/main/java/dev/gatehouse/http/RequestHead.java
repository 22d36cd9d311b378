package dev.gatehouse.http;

import java.util.StringJoiner;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The head of a client request as the visitor sent it: what routes, guards and cache keys look at.
 *
 * <p>Scheme, host and port are those the visitor used: taken from the connection, or from forwarding fields where a
 * trusted peer sent them. The path is relative to the mount (context and servlet path removed).
 *
 * <p>Threads: an instance belongs to one exchange. Its methods may be called from any thread until the exchange has
 * ended, but not from two at once.
 */
public interface RequestHead {

    /** The method, exactly as sent; methods are case-sensitive (RFC 9110, section 9.1). */
    String method();

    /** {@code http} or {@code https}, lower case: the scheme the visitor used. */
    String scheme();

    /** The host name the visitor used: lower case, without port; an IPv6 literal keeps its brackets. */
    String host();

    /** The host with its port as the visitor sent it, lower case; the port is missing where the visitor named none. */
    String authority();

    /** The path below the mount, never decoded and re-encoded. */
    RequestPath path();

    /** The query as sent, without the {@code ?}; null where there is none, empty where only the mark was sent. */
    @Nullable
    String query();

    /**
     * The combined value of a field: its lines joined with {@code ", "} (RFC 9110, section 5.2).
     *
     * @param name in any case
     * @return null where the field was not sent; empty where it was sent without content
     */
    @Nullable
    String header(String name);

    /**
     * The cookies: the lines of the {@code Cookie} field joined with {@code "; "}, as HTTP/2 may split them (RFC 9113,
     * section 8.2.3). {@link Cookies} reads them; a comma is part of a value, so {@link #header} is of no use here.
     *
     * @return null where the field was not sent
     */
    default @Nullable String cookies() {
        StringJoiner crumbs = new StringJoiner("; ");
        forEachHeader((name, value) -> {
            if (name.equalsIgnoreCase("cookie")) {
                crumbs.add(value);
            }
        });
        return header("cookie") == null ? null : crumbs.toString();
    }

    /** Hands each field line to {@code lines}, name as sent, in the order in which they were sent where known. */
    void forEachHeader(BiConsumer<String, String> lines);

    /** The announced length of the body in bytes; -1 where none was announced. */
    long contentLength();

    /**
     * Whether the request has a body: one was announced with a length above zero, or with a transfer coding; in
     * HTTP/2, where the stream was not ended by the head.
     */
    boolean hasBody();
}
