/**
 * Copies of requests that are sent elsewhere, and whose answers nobody sees.
 *
 * <p>Start with {@link dev.gatehouse.forward.mirror.Mirrors}, which begins copies and bounds how many are under way. A
 * {@link dev.gatehouse.forward.mirror.MirrorRule} says of which requests a route wants one, and a
 * {@link dev.gatehouse.forward.mirror.MirrorCopy} is one on its way. Nothing here waits for a client, and no client for
 * anything here.
 */
@NullMarked
package dev.gatehouse.forward.mirror;

import org.jspecify.annotations.NullMarked;
