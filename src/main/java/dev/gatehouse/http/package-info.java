/**
 * What HTTP messages consist of: heads, fields, methods, paths, cookies. Immutable values and pure functions.
 *
 * <p>Start with {@link dev.gatehouse.http.RequestHead}: it is how every other package sees a client request.
 * {@link dev.gatehouse.http.RequestPath} sits here and not in {@code route} because guards, routes, cache keys and
 * rewriting must all read a path the same way; two readings are how rules get bypassed.
 *
 * <p>Imports nothing of ours and no library.
 */
@NullMarked
package dev.gatehouse.http;

import org.jspecify.annotations.NullMarked;
