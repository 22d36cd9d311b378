package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.time.Duration;

/** Reads the deadlines of a pool: those of a route with wider bounds, and none at all where 0 is written. */
public final class PoolDeadlines {

    /** Stands for no deadline: a hundred years, which sums and clocks can still count with. */
    public static final Duration NONE = Duration.ofDays(36_500);

    private static final int DAY = 86_400_000;

    private PoolDeadlines() {}

    static Deadlines read(Section in) {
        Deadlines deadlines = new Deadlines(
                length(in, "timeoutMs", Deadlines.DEFAULT.timeout()),
                length(in, "totalTimeoutMs", NONE),
                length(in, "firstChunkTimeoutMs", Deadlines.DEFAULT.firstChunk()),
                length(in, "streamIdleTimeoutMs", Deadlines.DEFAULT.streamIdle()));
        in.refuseUnknownKeys();
        return deadlines;
    }

    private static Duration length(Section in, String key, Duration otherwise) {
        return in.value(key, Expectation.millis(0, DAY))
                .map(length -> length.isZero() ? NONE : length)
                .orElse(otherwise);
    }

    /** The number that is written in a table for {@code deadline}. */
    public static long written(Duration deadline) {
        return deadline.equals(NONE) ? 0 : deadline.toMillis();
    }
}
