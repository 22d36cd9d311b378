package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.time.Duration;

/**
 * How long each phase of an exchange may take. There is no bound on the whole body: while bytes keep coming it goes on.
 *
 * @param timeout one attempt, until the response head; 1 ms to 120 s, 10 s by default, never longer than {@code total}
 * @param total all attempts and the pauses between them, until the response head; 1 ms to 300 s, 30 s by default
 * @param firstChunk from the response head to the first byte of the body; 1 ms to 600 s, 60 s by default
 * @param streamIdle silence between two bytes of the body; 1 ms to 600 s, 60 s by default
 */
public record Deadlines(Duration timeout, Duration total, Duration firstChunk, Duration streamIdle) {

    /** What holds when neither route nor table says. */
    public static final Deadlines DEFAULT = new Deadlines(
            Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofSeconds(60));

    private static final int MAX_TIMEOUT = 120_000;
    private static final int MAX_TOTAL = 300_000;
    private static final int MAX_BODY = 600_000;

    /** Reads the four settings of a route. Whether they fit together is the route's to say, once defaults are merged. */
    static Deadlines read(Section in) {
        return new Deadlines(
                in.value("timeoutMs", Expectation.millis(1, MAX_TIMEOUT)).orElse(DEFAULT.timeout),
                in.value("totalTimeoutMs", Expectation.millis(1, MAX_TOTAL)).orElse(DEFAULT.total),
                in.value("firstChunkTimeoutMs", Expectation.millis(1, MAX_BODY)).orElse(DEFAULT.firstChunk),
                in.value("streamIdleTimeoutMs", Expectation.millis(1, MAX_BODY)).orElse(DEFAULT.streamIdle));
    }
}
