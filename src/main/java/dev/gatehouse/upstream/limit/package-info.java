/**
 * Fuses that look across the requests of a route: {@link dev.gatehouse.upstream.limit.RetryBudget} keeps retries from
 * multiplying a fault, {@link dev.gatehouse.upstream.limit.Seats} keeps one slow upstream from taking everything.
 *
 * <p>Both count on this node: they are no quotas, and no bound for a fleet.
 */
@NullMarked
package dev.gatehouse.upstream.limit;

import org.jspecify.annotations.NullMarked;
