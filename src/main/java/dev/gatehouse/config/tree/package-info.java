/**
 * A document as it was written: nodes with positions, and the questions a reader puts to them. The only place that knows
 * the JSON library.
 *
 * <p>Start with {@link dev.gatehouse.config.tree.Section}: readers ask it for one setting after the other, and it notes
 * every fault on the way instead of stopping at the first.
 */
@NullMarked
package dev.gatehouse.config.tree;

import org.jspecify.annotations.NullMarked;
