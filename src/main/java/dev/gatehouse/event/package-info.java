/**
 * What has happened: one listener, {@link dev.gatehouse.event.Events}, and the records it is told.
 *
 * <p>Everyone tells news, nobody needs to know who listens.
 */
@NullMarked
package dev.gatehouse.event;

import org.jspecify.annotations.NullMarked;
