/**
 * Where a request can go, and what is remembered of the places: which upstream a caller is given, which one is left out for
 * a while, and how much may be asked of one.
 *
 * <p>Start with {@link dev.gatehouse.upstream.pick.SplitPicker} for the choice and {@link dev.gatehouse.upstream.PoolStates}
 * for the memory, and with {@link dev.gatehouse.upstream.health.UpstreamHealth} for who is alive. The sub-packages know
 * nothing of one another nor of this package, which puts them together.
 *
 * <p>Only {@code health} sends requests, which are its own probes. What is remembered is this node's, and gone with it, but
 * for health that nodes share.
 */
@NullMarked
package dev.gatehouse.upstream;

import org.jspecify.annotations.NullMarked;
