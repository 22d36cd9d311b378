package dev.gatehouse.config.model;

import java.time.Duration;
import java.util.List;

/**
 * Where a copy of each request goes. The copy's answer is ignored. Scheme, prefix and private addresses are treated as
 * the route says.
 *
 * @param upstream where the copy goes
 * @param percent how many of a hundred requests are copied, 1 to 100; 100 by default
 * @param includeBody whether bodies are copied too; false by default
 * @param methods the methods that are copied, upper case, at least one; GET and HEAD by default
 * @param timeout the copy's own deadline, 1 ms to 5 s; 2 s by default
 */
public record Mirror(UpstreamRef upstream, int percent, boolean includeBody, List<String> methods, Duration timeout) {

    /** Copies the list. */
    public Mirror {
        methods = List.copyOf(methods);
    }
}
