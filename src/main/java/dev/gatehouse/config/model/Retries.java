package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.time.Duration;

/**
 * Further attempts at the same upstream after a failure. Only a single upstream is retried, and only for an idempotent
 * request without a body.
 *
 * @param count attempts beyond the first, 0 to 100; 0 by default
 * @param backoff the pause before the first further attempt, 0 to 5 s, doubled for each one after; 100 ms by default
 */
public record Retries(int count, Duration backoff) {

    /** What holds when neither route nor table says. */
    public static final Retries DEFAULT = new Retries(0, Duration.ofMillis(100));

    static Retries read(Section in) {
        return new Retries(
                in.value("retries", Expectation.integer(0, 100)).orElse(DEFAULT.count),
                in.value("retryBackoffMs", Expectation.millis(0, 5_000)).orElse(DEFAULT.backoff));
    }
}
