package dev.gatehouse.transport;

import dev.gatehouse.testkit.ManualClock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One alarm at a time, rung by hand. */
final class HandAlarms implements Alarms {

    final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
    volatile long at = NEVER;
    volatile boolean closed;
    private volatile @Nullable Runnable ring;

    @Override
    public long nanoTime() {
        return clock.getAsLong();
    }

    @Override
    public Alarm open(Runnable whenDue) {
        ring = whenDue;
        closed = false;
        return new Alarm() {
            @Override
            public void set(long nanoTime) {
                at = nanoTime;
            }

            @Override
            public void close() {
                closed = true;
            }
        };
    }

    void ring() {
        Objects.requireNonNull(ring).run();
    }
}
