package dev.gatehouse.forward;

import dev.gatehouse.config.model.FailoverStep;
import dev.gatehouse.config.model.Triggers;
import java.util.List;
import java.util.Locale;

/**
 * When the walk over several upstreams goes on to the next.
 *
 * @param steps the failures that do, by method; the first step that covers a method counts
 * @param anyMethod whether a request goes on whatever its method may have done already, because the operator has said so for
 *     it; false where only idempotent requests without a body do
 * @param maxAttempts how many upstreams are tried at most, 1 or more
 * @param relayLast whether an answer that leads on is relayed where nothing better comes; false for an answer of our own
 */
public record FailoverRule(List<FailoverStep> steps, boolean anyMethod, int maxAttempts, boolean relayLast) {

    /** Copies the list. */
    public FailoverRule {
        steps = List.copyOf(steps);
    }

    /** No failure leads on: there is but one upstream. */
    public static final FailoverRule NONE = new FailoverRule(List.of(), false, 1, true);

    /** The failures that lead on for {@code method}, in any case. */
    public Triggers on(String method) {
        String upper = method.toUpperCase(Locale.ROOT);
        for (FailoverStep step : steps) {
            if (step.covers(upper)) {
                return step.on();
            }
        }
        return Triggers.NONE;
    }
}
