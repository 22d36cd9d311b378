package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

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

    /** Reads the block; empty, with a note, where it names no URL. */
    static Optional<ForwardAuth> read(Section in) {
        Optional<URI> url = in.required("url", ServiceUrl.HTTP);
        List<String> request = in.list("copyRequestHeaders", 1, Section.UNBOUNDED, ReservedFields.REQUEST)
                .orElse(DEFAULT_REQUEST_HEADERS);
        List<String> response = in.list("copyResponseHeaders", 1, Section.UNBOUNDED, ReservedFields.REQUEST)
                .orElse(List.of());
        refuseRepetition(in, "copyRequestHeaders", request);
        refuseRepetition(in, "copyResponseHeaders", response);
        Duration timeout = in.value("timeoutMs", Expectation.millis(1, 5_000)).orElse(DEFAULT_TIMEOUT);
        boolean failOpen = in.value("failOpen", Expectation.ONLY_TRUE).isPresent();
        in.refuseUnknownKeys();
        return url.map(where -> new ForwardAuth(where, request, response, timeout, failOpen));
    }

    private static void refuseRepetition(Section in, String key, List<String> names) {
        if (Grammar.distinct(names).size() < names.size()) {
            in.problem(key, "each name once, in any spelling");
        }
    }
}
