package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * When the walk over several upstreams goes on to the next.
 *
 * @param on the failures that do, at least one; a timeout and an unreachable upstream by default
 * @param maxAttempts how many upstreams are tried at most, 1 to 64; 64 by default, which the length of the list bounds
 */
public record Failover(Set<FailureKind> on, int maxAttempts) {

    /** The highest number of attempts that may be asked for. */
    public static final int MAX_ATTEMPTS = 64;

    /** What holds for several upstreams when the route does not say. */
    public static final Failover DEFAULT =
            new Failover(EnumSet.of(FailureKind.TIMEOUT, FailureKind.UNREACHABLE), MAX_ATTEMPTS);

    /** Copies the set. */
    public Failover {
        on = Collections.unmodifiableSet(EnumSet.copyOf(on));
    }

    static Failover read(Section in) {
        Failover failover = new Failover(
                readFailures(in, DEFAULT.on),
                in.value("maxAttempts", Expectation.integer(1, MAX_ATTEMPTS)).orElse(DEFAULT.maxAttempts));
        in.refuseUnknownKeys();
        return failover;
    }

    /** The failures that {@code on} names, or {@code otherwise}. */
    static Set<FailureKind> readFailures(Section in, Set<FailureKind> otherwise) {
        List<FailureKind> named =
                in.list("on", 1, Section.UNBOUNDED, Grammar.FAILURE).orElse(List.of());
        return named.isEmpty() ? otherwise : EnumSet.copyOf(named);
    }
}
