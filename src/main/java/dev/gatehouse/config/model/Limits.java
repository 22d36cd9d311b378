package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Fuses that look across the requests of a route. Counted on the node.
 *
 * @param retryRatio the largest share of requests that may be retries, 0 to 1; empty for no bound
 * @param maxInFlight requests under way at one upstream at once, 1 to 10000; empty for no bound
 */
public record Limits(OptionalDouble retryRatio, OptionalInt maxInFlight) {
    static Limits read(Section in) {
        OptionalDouble ratio = in.value("retryRatio", Expectation.number(0, 1))
                .map(OptionalDouble::of)
                .orElse(OptionalDouble.empty());
        OptionalInt seats = in.value("maxInFlight", Expectation.integer(1, 10_000))
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
        in.refuseUnknownKeys();
        return new Limits(ratio, seats);
    }
}
