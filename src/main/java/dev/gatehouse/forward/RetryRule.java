package dev.gatehouse.forward;

import dev.gatehouse.http.Methods;
import java.time.Duration;

/**
 * Decides whether a failed attempt is followed by another at the same upstream. Looks at nothing but its arguments.
 *
 * <p>An answer is never retried, whatever its status.
 */
public final class RetryRule {

    /** What to do after a failed attempt. */
    public sealed interface Decision {

        /** Give up; {@code reason} is a fixed word for logs. */
        record Stop(String reason) implements Decision {}

        /** Try again after {@code delayNanos}. */
        record Again(long delayNanos) implements Decision {}
    }

    private final int retries;
    private final long backoffNanos;

    /**
     * A rule.
     *
     * @param retries attempts beyond the first, 0 to 100
     * @param backoff the pause before the first of them, doubled for each one after
     */
    public RetryRule(int retries, Duration backoff) {
        this.retries = retries;
        this.backoffNanos = backoff.toNanos();
    }

    /**
     * Decides after attempt {@code number}, counted from 1.
     *
     * @param repeatable whether the request may be sent again: its method is idempotent and it has no body
     * @param remainingNanos what is left of the total deadline
     */
    Decision decide(int number, Failure failure, boolean repeatable, long remainingNanos) {
        if (failure != Failure.UNREACHABLE && failure != Failure.TIMEOUT) {
            return new Decision.Stop("not-upstream");
        }
        if (!repeatable) {
            return new Decision.Stop("not-repeatable"); // RFC 9110, section 9.2.2
        }
        if (number > retries) {
            return new Decision.Stop("attempts-spent");
        }
        long delay = delay(number);
        if (delay >= remainingNanos) {
            return new Decision.Stop("out-of-time");
        }
        return new Decision.Again(delay);
    }

    /** Whether a request may be sent again: without a body, since it is spent, and by a method that allows it. */
    public static boolean isRepeatable(String method, boolean hasBody) {
        return !hasBody && Methods.isIdempotent(method, false);
    }

    /** Doubles for each attempt and stays below any deadline's square, so that it cannot overflow. */
    private long delay(int number) {
        return backoffNanos << Math.min(number - 1, 16);
    }
}
