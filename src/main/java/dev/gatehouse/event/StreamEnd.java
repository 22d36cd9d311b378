package dev.gatehouse.event;

import java.util.Locale;

/**
 * How a streamed body ended.
 *
 * @param outcome the way it ended
 * @param bytes how many bytes of the upstream's body were passed on
 * @param durationMs milliseconds from the response head to the end
 */
public record StreamEnd(Way outcome, long bytes, long durationMs) {

    /** The ways in which a body ends. */
    public enum Way {
        /** Every byte was passed on. */
        COMPLETE,
        /** The first byte did not come in time. */
        FIRST_CHUNK_TIMEOUT,
        /** The upstream fell silent for too long. */
        IDLE_TIMEOUT,
        /** The upstream broke off. */
        UPSTREAM_RESET,
        /** The client left. */
        CLIENT_CLOSED;

        /** The name in logs, lower case. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
