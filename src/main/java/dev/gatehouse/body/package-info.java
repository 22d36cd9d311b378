/**
 * How bytes move: sources that are pulled, filters that change what passes, and nothing that keeps a body whole.
 *
 * <p>Start with {@link dev.gatehouse.body.BodySource}. A body is always pulled by one reader, which asks for more only
 * when it can take more; that is all the back pressure there is.
 */
@NullMarked
package dev.gatehouse.body;

import org.jspecify.annotations.NullMarked;
