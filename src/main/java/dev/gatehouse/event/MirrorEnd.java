package dev.gatehouse.event;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What became of the copy of a request.
 *
 * @param upstream the authority it was for
 * @param outcome how it ended
 * @param durationMs milliseconds from the sending of the copy to that end; for a copy that was never sent, from when it was
 *     planned
 * @param comparison how the answers compare; null where that was not asked for, or one of them is not complete
 */
public record MirrorEnd(
        String upstream,
        Way outcome,
        long durationMs,
        @Nullable MirrorComparison comparison) {

    /** The same with a comparison. */
    public MirrorEnd compared(MirrorComparison found) {
        return new MirrorEnd(upstream, outcome, durationMs, found);
    }

    /** The ways in which a copy ends. */
    public enum Way {
        /** The mirror answered, with whatever status. */
        ANSWERED,
        /** The mirror took too long. */
        TIMEOUT,
        /** The mirror could not be reached, or what it sent was not HTTP. */
        UNREACHABLE,
        /** There is no complete copy of the body: it was too long, or the upload broke off. Nothing was sent. */
        BODY_OVER_LIMIT;

        /** The name in logs, lower case. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
