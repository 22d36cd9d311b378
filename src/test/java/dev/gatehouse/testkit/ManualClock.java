package dev.gatehouse.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A clock that stands still until it is moved by hand. It tells the time of day and, as a {@link LongSupplier}, the
 * nanoseconds since it was made; both move together.
 *
 * <p>Threads: may be read and moved from any.
 */
public final class ManualClock extends Clock implements LongSupplier {

    private final Instant start;
    private final ZoneId zone;
    private final AtomicLong nanos;

    /** Starts at {@code start}, such as {@code 2030-01-01T00:00:00Z}. */
    public ManualClock(String start) {
        this(Instant.parse(start), ZoneOffset.UTC, new AtomicLong());
    }

    private ManualClock(Instant start, ZoneId zone, AtomicLong nanos) {
        this.start = start;
        this.zone = zone;
        this.nanos = nanos;
    }

    /** Moves on; a negative duration moves back. */
    public void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }

    /** Nanoseconds since this clock was made. */
    @Override
    public long getAsLong() {
        return nanos.get();
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanos.get());
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /** The same clock, moved together with this one. */
    @Override
    public Clock withZone(ZoneId other) {
        return new ManualClock(start, other, nanos);
    }
}
