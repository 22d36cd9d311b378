package dev.gatehouse.testkit;

import dev.gatehouse.transport.Alarms;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Alarms for whoever has one open at a time, rung by hand. They do not ring when their time has come.
 *
 * <p>Threads: may be used from any.
 */
public final class HandAlarms implements Alarms {

    private final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
    private volatile long at = NEVER;
    private volatile boolean closed;
    private volatile @Nullable Runnable ring;

    /** The clock they follow. */
    public ManualClock clock() {
        return clock;
    }

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

    /** What the alarm opened last was set to, by the clock; {@link #NEVER} where it was not. */
    public long at() {
        return at;
    }

    /** How long it is until then. */
    public Duration left() {
        return Duration.ofNanos(at - clock.getAsLong());
    }

    /** Whether the alarm opened last has been given up. */
    public boolean isClosed() {
        return closed;
    }

    /** Rings the alarm opened last, on this thread. */
    public void ring() {
        Objects.requireNonNull(ring).run();
    }
}
