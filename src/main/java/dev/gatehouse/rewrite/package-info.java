/**
 * How messages change on their way.
 *
 * <p>Start with {@link dev.gatehouse.rewrite.Mount}: the one mapping between what a visitor sees and what an upstream
 * sees, which drives heads and bodies alike. Heads are in {@code rewrite.head}.
 */
@NullMarked
package dev.gatehouse.rewrite;

import org.jspecify.annotations.NullMarked;
