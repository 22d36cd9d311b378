package dev.gatehouse.testkit;

import dev.gatehouse.transport.Alarms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Alarms over a clock that is moved by hand. They ring on the thread that moves it, before {@link #advance} returns.
 *
 * <p>Threads: any.
 */
public final class RingingAlarms implements Alarms {

    private final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
    private final List<Entry> open = new ArrayList<>();

    @Override
    public long nanoTime() {
        return clock.getAsLong();
    }

    @Override
    public Alarm open(Runnable ring) {
        return new Entry(ring);
    }

    /** Moves on and rings what is due. */
    public void advance(Duration by) {
        clock.advance(by);
        List<Entry> due;
        synchronized (open) {
            due = open.stream().filter(entry -> entry.at <= nanoTime()).toList();
            due.forEach(entry -> entry.at = NEVER);
        }
        due.forEach(entry -> entry.ring.run());
    }

    /** How many alarms have been set and not closed. */
    public int count() {
        synchronized (open) {
            return open.size();
        }
    }

    private final class Entry implements Alarm {

        private final Runnable ring;
        private long at = NEVER;

        Entry(Runnable ring) {
            this.ring = ring;
        }

        @Override
        public void set(long nanoTime) {
            synchronized (open) {
                at = nanoTime;
                open.remove(this);
                open.add(this);
            }
        }

        @Override
        public void close() {
            synchronized (open) {
                open.remove(this);
            }
        }
    }
}
