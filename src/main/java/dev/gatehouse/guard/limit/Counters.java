package dev.gatehouse.guard.limit;

/**
 * Counts requests by bucket.
 *
 * <p>Threads: may be called from any, many at once. Nothing here waits.
 */
interface Counters extends AutoCloseable {

    /** Counts one request more. */
    Tally count(Bucket bucket);

    /** Stops whatever runs behind. What is asked afterwards is {@link Tally#UNKNOWN}, or is not asked any more. */
    @Override
    void close();
}
