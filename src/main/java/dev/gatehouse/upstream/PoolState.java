package dev.gatehouse.upstream;

import dev.gatehouse.upstream.limit.RetryBudget;
import dev.gatehouse.upstream.limit.Seats;
import dev.gatehouse.upstream.outlier.Ejections;
import org.jspecify.annotations.Nullable;

/**
 * What a route remembers from one request to the next, and across reloads that do not change it. On this node only, and
 * until it stops.
 *
 * @param ejections upstreams that fail; null on a route without several
 * @param retries how many more attempts there may be; null for no bound
 * @param seats how much may be under way; null for no bound
 */
public record PoolState(
        @Nullable Ejections ejections,
        @Nullable RetryBudget retries,
        @Nullable Seats seats) {}
