/**
 * Pages rewritten while they stream, on their bytes: what no rule touches leaves exactly as it came.
 *
 * <p>Start with {@link dev.gatehouse.rewrite.html.HtmlFilter}. It runs the bytes through an {@link
 * dev.gatehouse.rewrite.html.HtmlTokenizer}, which shows complete tags to {@link dev.gatehouse.rewrite.html.TagHandler}s:
 * the {@link dev.gatehouse.rewrite.html.LinkHandler} maps links, the {@link dev.gatehouse.rewrite.html.Injector} places
 * markup. Pages must be in an encoding in which ASCII bytes always mean ASCII; converting others is done before.
 */
@NullMarked
package dev.gatehouse.rewrite.html;

import org.jspecify.annotations.NullMarked;
