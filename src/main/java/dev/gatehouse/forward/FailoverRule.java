package dev.gatehouse.forward;

import dev.gatehouse.config.model.FailureKind;
import java.util.Set;

/**
 * When the walk over several upstreams goes on to the next.
 *
 * @param on the failures that do
 * @param maxAttempts how many upstreams are tried at most, 1 or more
 */
public record FailoverRule(Set<FailureKind> on, int maxAttempts) {

    /** Copies the set. */
    public FailoverRule {
        on = Set.copyOf(on);
    }

    /** No failure leads on: there is but one upstream. */
    public static final FailoverRule NONE = new FailoverRule(Set.of(), 1);

    boolean names(FailureKind kind) {
        return on.contains(kind);
    }
}
