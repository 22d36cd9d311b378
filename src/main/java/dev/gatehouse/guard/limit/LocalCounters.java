package dev.gatehouse.guard.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Counts on this node. Exact for every bucket that is remembered, however many threads count.
 *
 * <p>Memory is bounded: of more than {@value #MOST_BUCKETS} buckets, over all limiters, those asked for least often are
 * forgotten. A spray of addresses that come once each therefore pushes out its own kind and not the caller who asks a
 * thousand times.
 *
 * <p>Threads: may be shared; there is none of its own.
 */
final class LocalCounters implements Counters {

    /** Some 25 MB at most. */
    static final int MOST_BUCKETS = 100_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LongSupplier nanoClock;
    private final Cache<Bucket, Window> windows;

    /**
     * Empty.
     *
     * @param nanoClock nanoseconds since any moment, never going back
     */
    LocalCounters(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.windows = Caffeine.newBuilder()
                .maximumSize(MOST_BUCKETS)
                .ticker(nanoClock::getAsLong)
                .executor(Runnable::run) // the JDK's common pool would outlive the application
                .expireAfter(new EndOfWindow())
                .build();
    }

    @Override
    public Tally count(Bucket bucket) {
        Window window = windows.get(bucket, this::begin); // one that is over counts as not there
        long nanosLeft = window.end - nanoClock.getAsLong();
        long millisLeft = Math.max(1, (nanosLeft + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
        return new Tally.Counted(window.used.incrementAndGet(), millisLeft);
    }

    private Window begin(Bucket bucket) {
        return new Window(nanoClock.getAsLong() + bucket.periodNanos());
    }

    /** How many windows are remembered now, after those that are too many or over have been cleared away. */
    long size() {
        windows.cleanUp();
        return windows.estimatedSize();
    }

    @Override
    public void close() {
        windows.invalidateAll();
    }

    /** What has been counted since the first request of a window. */
    private static final class Window {

        final long end;
        final AtomicLong used = new AtomicLong();

        Window(long end) {
            this.end = end;
        }
    }

    /** A window lasts for its period from its first request, whatever comes in between. */
    private static final class EndOfWindow implements Expiry<Bucket, Window> {

        @Override
        public long expireAfterCreate(Bucket bucket, Window window, long now) {
            return window.end - now;
        }

        @Override
        public long expireAfterUpdate(Bucket bucket, Window window, long now, long remaining) {
            return remaining;
        }

        @Override
        public long expireAfterRead(Bucket bucket, Window window, long now, long remaining) {
            return remaining;
        }
    }
}
