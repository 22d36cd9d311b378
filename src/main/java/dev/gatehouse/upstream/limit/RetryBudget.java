package dev.gatehouse.upstream.limit;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many more attempts the requests of one route may make: a share of the requests of the last one to two seconds. It
 * refuses nobody; a first attempt needs no leave.
 *
 * <p>The share is looked at before a retry is counted, so one more than the share may pass: at 0 the first retry of a window
 * does. Errors lean towards too many retries.
 *
 * <p>Four numbers are kept: requests and retries of the present second and of the one before. A second begins with the first
 * call after the last one is over; after a pause of a second nothing of what was before counts.
 *
 * <p>Threads: may be shared; exact.
 */
public final class RetryBudget {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final double ratio;
    private final LongSupplier nanoClock;

    // all guarded by this
    private long opened;
    private long requests;
    private long retries;
    private long lastRequests;
    private long lastRetries;

    /**
     * Nothing has been counted.
     *
     * @param ratio the largest share of retries, 0 to 1
     * @param nanoClock nanoseconds since any moment, never going back
     */
    public RetryBudget(double ratio, LongSupplier nanoClock) {
        this.ratio = ratio;
        this.nanoClock = nanoClock;
        this.opened = nanoClock.getAsLong();
    }

    /** Counts a request, once, before its attempts. */
    public synchronized void request() {
        moveOn();
        requests++;
    }

    /** Whether one more attempt may be made; it is counted if so. */
    public synchronized boolean mayRetry() {
        moveOn();
        boolean allowed = isWithin(lastRetries + retries, lastRequests + requests);
        if (allowed) {
            retries++;
        }
        return allowed;
    }

    private boolean isWithin(long retried, long all) {
        // divided and not multiplied: a quotient is rounded as the setting was, so 3 of 10 is 0.3 and no hair more
        return all == 0 || (double) retried / all <= ratio;
    }

    private void moveOn() {
        long now = nanoClock.getAsLong();
        long age = now - opened;
        if (age < SECOND) {
            return;
        }
        boolean follows = age < 2 * SECOND;
        lastRequests = follows ? requests : 0;
        lastRetries = follows ? retries : 0;
        requests = 0;
        retries = 0;
        opened = now;
    }
}
