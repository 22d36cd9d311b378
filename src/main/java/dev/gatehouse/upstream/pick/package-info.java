/**
 * Which upstream of a split a caller is given. No state and no dice: whoever has the request and the table can work it out,
 * on every node and in every release.
 *
 * <p>Start with {@link dev.gatehouse.upstream.pick.SplitPicker}. It makes a hash of the request, and a
 * {@link dev.gatehouse.upstream.pick.Shares} makes an entry of the hash.
 *
 * <p>A weighted hash approximates its weights: where few different keys come, one entry may get them all.
 */
@NullMarked
package dev.gatehouse.upstream.pick;

import org.jspecify.annotations.NullMarked;
