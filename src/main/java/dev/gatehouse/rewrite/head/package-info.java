/**
 * How response heads are mapped back onto the proxy: redirects, links, cookies; and the operator's own field rules.
 *
 * <p>Start with {@link dev.gatehouse.rewrite.head.ResponseHeads}, which says the order.
 */
@NullMarked
package dev.gatehouse.rewrite.head;

import org.jspecify.annotations.NullMarked;
