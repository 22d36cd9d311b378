package dev.gatehouse.upstream.outlier;

import dev.gatehouse.config.model.Outlier;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The upstreams of one route that fail now: how often in a row, and which of them are left out for it. An ejection ends by
 * itself with its window; the count then begins anew. A failure that is counted while its upstream is out, because a request
 * was already under way or all others are out too, begins the window again. An answer forgets everything at once.
 *
 * <p>Whether a route is left without an upstream is not asked here: with all of them out the caller takes one all the same.
 *
 * <p>Memory is bounded: of more than {@value #MOST} failing upstreams the one that began first is forgotten.
 *
 * <p>Threads: may be shared. Every failure is counted, in some order; asking takes no lock.
 */
public final class Ejections {

    static final int MOST = 256;

    private final int threshold;
    private final long windowNanos;
    private final LongSupplier nanoClock;

    /** Read by any thread; written under this object's lock only. */
    private final Map<String, Streak> failing = new ConcurrentHashMap<>();

    private long streaks; // guarded by this

    /**
     * Nothing fails yet.
     *
     * @param nanoClock nanoseconds since any moment, never going back
     */
    public Ejections(Outlier policy, LongSupplier nanoClock) {
        this.threshold = policy.consecutiveFailures();
        this.windowNanos = policy.ejection().toNanos();
        this.nanoClock = nanoClock;
    }

    /** Whether walks should begin without the upstream now. */
    public boolean isOut(String authority) {
        Streak streak = failing.get(authority);
        return streak != null && isOut(streak, nanoClock.getAsLong());
    }

    /** Counts a failure: one that moves the walk on. A client that has left is none. */
    public synchronized void failed(String authority) {
        long now = nanoClock.getAsLong();
        Streak before = failing.get(authority);
        if (before == null || isServed(before, now)) {
            failing.put(authority, new Streak(streaks++, 1, now));
            dropOldest();
        } else {
            failing.put(authority, new Streak(before.number, before.failures + 1, now));
        }
    }

    /** Forgets the upstream's failures, and its ejection too: it has answered with a status below 500. */
    public void answered(String authority) {
        if (failing.containsKey(authority)) { // hardly ever, so most answers take no lock
            forget(authority);
        }
    }

    private synchronized void forget(String authority) {
        failing.remove(authority);
    }

    private void dropOldest() {
        if (failing.size() > MOST) {
            failing.entrySet().stream()
                    .min(Comparator.comparingLong(entry -> entry.getValue().number))
                    .ifPresent(oldest -> failing.remove(oldest.getKey()));
        }
    }

    /** How many upstreams are remembered. */
    int size() {
        return failing.size();
    }

    private boolean isOut(Streak streak, long now) {
        return isEjected(streak) && now - streak.last < windowNanos;
    }

    private boolean isServed(Streak streak, long now) {
        return isEjected(streak) && now - streak.last >= windowNanos;
    }

    private boolean isEjected(Streak streak) {
        return streak.failures >= threshold;
    }

    /**
     * Failures in a row.
     *
     * @param number of all streaks of the route, in the order in which they began
     * @param failures at least 1
     * @param last when the latest was, by the clock
     */
    private record Streak(long number, int failures, long last) {}
}
