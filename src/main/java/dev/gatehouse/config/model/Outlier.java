package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.time.Duration;

/**
 * When an upstream that keeps failing is left out for a while. Failures are those that {@link Failover#on} names.
 *
 * @param consecutiveFailures failures in a row until it is left out, 1 to 10; 3 by default
 * @param ejection for how long, 1 to 300 seconds; 30 seconds by default
 */
public record Outlier(int consecutiveFailures, Duration ejection) {

    /** What holds for several upstreams when the route does not say. */
    public static final Outlier DEFAULT = new Outlier(3, Duration.ofSeconds(30));

    static Outlier read(Section in) {
        Outlier outlier = new Outlier(
                in.value("consecutiveFailures", Expectation.integer(1, 10)).orElse(DEFAULT.consecutiveFailures),
                in.value("ejectSeconds", Expectation.seconds(1, 300)).orElse(DEFAULT.ejection));
        in.refuseUnknownKeys();
        return outlier;
    }
}
