package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where a copy of each request goes. The copy's answer is shown to nobody. Scheme, prefix and private addresses are treated as
 * the route says.
 *
 * @param upstream where the copy goes
 * @param percent how many of a hundred requests are copied, 1 to 100; 100 by default
 * @param includeBody whether bodies are copied too; false by default
 * @param methods the methods that are copied, upper case, at least one; GET and HEAD by default
 * @param timeout the copy's own deadline, 1 ms to 5 s; 2 s by default
 * @param compare whether its answer is compared to the one that the request itself gets; false by default
 */
public record Mirror(
        UpstreamRef upstream,
        int percent,
        boolean includeBody,
        List<String> methods,
        Duration timeout,
        boolean compare) {

    /** Copies the list. */
    public Mirror {
        methods = List.copyOf(methods);
    }

    /** How much of a body is copied, in bytes. */
    public static final int MAX_BODY_BYTES = 262_144;

    private static final List<String> DEFAULT_METHODS = List.of("GET", "HEAD");
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

    /** Reads the block; empty, with a note, where it names no upstream. */
    static Optional<Mirror> read(Section in, boolean allowPrivate) {
        Optional<UpstreamRef> upstream = in.required("upstream", UpstreamRef.expectation(allowPrivate));
        int percent = in.value("percent", Expectation.integer(1, 100)).orElse(100);
        boolean includeBody = in.value("includeBody", Expectation.FLAG).orElse(false);
        List<String> methods =
                in.list("methods", 1, Section.UNBOUNDED, Grammar.METHOD).orElse(DEFAULT_METHODS);
        Duration timeout = in.value("timeoutMs", Expectation.millis(1, 5_000)).orElse(DEFAULT_TIMEOUT);
        boolean compare = in.value("compare", Expectation.FLAG).orElse(false);
        in.refuseUnknownKeys();
        return upstream.map(
                where -> new Mirror(where, percent, includeBody, Grammar.distinct(methods), timeout, compare));
    }
}
