/**
 * URL references inside bodies: found by parsing, changed in as few bytes as possible.
 *
 * <p>Start with {@link dev.gatehouse.rewrite.url.LinkMapper}, which maps one reference; the other classes find references
 * within attribute values that hold more than one.
 */
@NullMarked
package dev.gatehouse.rewrite.url;

import org.jspecify.annotations.NullMarked;
