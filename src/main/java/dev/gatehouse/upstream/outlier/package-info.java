/**
 * Upstreams that keep failing, left out for a while. Judged by real traffic alone; nothing is probed.
 *
 * <p>Start with {@link dev.gatehouse.upstream.outlier.Ejections}. Which failures count is the caller's to say.
 */
@NullMarked
package dev.gatehouse.upstream.outlier;

import org.jspecify.annotations.NullMarked;
