/**
 * How many requests are let in: limiters declared by name, and the guards that routes make of them.
 *
 * <p>Start with {@link dev.gatehouse.guard.limit.Limiters}. A {@link dev.gatehouse.guard.limit.Bucket} is what is counted, a
 * {@link dev.gatehouse.guard.limit.Counters} counts it: on this node, or in a Redis that all nodes share. Both count in the
 * same way: a window begins with the first request of a bucket and lasts for the limiter's period; when it is over the next
 * request begins another.
 *
 * <p>This is abuse control and no exact quota: a caller may spend one window's limit at its end and the next one's right
 * after, each node counts for itself without Redis, and under a spray of addresses the rarest are forgotten first.
 */
@NullMarked
package dev.gatehouse.guard.limit;

import org.jspecify.annotations.NullMarked;
