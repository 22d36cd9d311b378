package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.List;
import java.util.OptionalLong;

/**
 * Which requests a route takes once it has claimed them.
 *
 * @param allowedMethods the methods that pass, upper case; empty for any. Others are refused, not passed on.
 * @param maxBodyBytes how long a body may be, 1 to 524288000 bytes; empty for any length
 */
public record RequestPolicy(List<String> allowedMethods, OptionalLong maxBodyBytes) {

    /** Copies the list. */
    public RequestPolicy {
        allowedMethods = List.copyOf(allowedMethods);
    }

    private static final int MAX_BODY_BYTES = 524_288_000;

    static RequestPolicy read(Section in) {
        List<String> methods =
                in.list("allowedMethods", 1, Section.UNBOUNDED, Grammar.METHOD).orElse(List.of());
        OptionalLong maxBodyBytes = in.value("maxBodyBytes", Expectation.integer(1, MAX_BODY_BYTES))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
        in.refuseUnknownKeys();
        return new RequestPolicy(Grammar.distinct(methods), maxBodyBytes);
    }
}
