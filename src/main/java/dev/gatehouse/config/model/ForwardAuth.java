package dev.gatehouse.config.model;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * Who else is asked whether a request may go on.
 *
 * @param url where to ask: an http or https URL without credentials and fragment
 * @param copyRequestHeaders the fields of the client request that the question carries, lower case; {@code authorization}
 *     and {@code cookie} by default
 * @param copyResponseHeaders the fields of the verdict that the upstream request carries, lower case; none by default
 * @param timeout how long the verdict may take, 1 ms to 5 s; 2 s by default
 * @param failOpen whether a missing verdict lets the request go on; false by default
 */
public record ForwardAuth(
        URI url,
        List<String> copyRequestHeaders,
        List<String> copyResponseHeaders,
        Duration timeout,
        boolean failOpen) {

    /** The fields a question carries when the route does not say. */
    public static final List<String> DEFAULT_REQUEST_HEADERS = List.of("authorization", "cookie");

    /** How long a verdict may take when the route does not say. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

    /** Copies the lists. */
    public ForwardAuth {
        copyRequestHeaders = List.copyOf(copyRequestHeaders);
        copyResponseHeaders = List.copyOf(copyResponseHeaders);
    }
}
