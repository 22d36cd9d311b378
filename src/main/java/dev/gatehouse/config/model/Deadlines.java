package dev.gatehouse.config.model;

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
}
