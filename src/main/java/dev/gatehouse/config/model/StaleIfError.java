package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * When a stored answer that is no longer fresh stands in for a failure.
 *
 * @param window for how long past freshness, 0 to 31536000 seconds; 3600 seconds by default
 * @param on the failures it stands in for, at least one; a timeout and an unreachable upstream by default
 */
public record StaleIfError(Duration window, Set<FailureKind> on) {

    /** What holds where the block is there and says nothing more. */
    public static final StaleIfError DEFAULT =
            new StaleIfError(Duration.ofHours(1), EnumSet.of(FailureKind.TIMEOUT, FailureKind.UNREACHABLE));

    /** Copies the set. */
    public StaleIfError {
        on = Collections.unmodifiableSet(EnumSet.copyOf(on));
    }

    static StaleIfError read(Section in) {
        StaleIfError stale = new StaleIfError(
                in.value("seconds", Expectation.seconds(0, 31_536_000)).orElse(DEFAULT.window),
                Failover.readFailures(in, DEFAULT.on));
        in.refuseUnknownKeys();
        return stale;
    }
}
