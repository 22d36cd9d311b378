/**
 * Where a request can go, and what is remembered of the places: which upstream a caller is given, which one is left out for
 * a while, and how much may be asked of one.
 *
 * <p>Start with {@link dev.gatehouse.upstream.pick.SplitPicker} for the choice and {@link dev.gatehouse.upstream.PoolStates}
 * for the memory. The sub-packages know nothing of one another nor of this package, which puts them together.
 *
 * <p>This package sends no request. All it remembers is this node's, and gone with it.
 */
@NullMarked
package dev.gatehouse.upstream;

import org.jspecify.annotations.NullMarked;
