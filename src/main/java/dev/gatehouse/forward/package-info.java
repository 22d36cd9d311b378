/**
 * How a request is carried to an upstream and its answer back, and when another try is worth it.
 *
 * <p>Start with {@link dev.gatehouse.forward.Exchange}: one client request and everything done to answer it. It speaks to
 * the container through {@link dev.gatehouse.forward.ClientSide}, to the wire through {@code transport.Transport}, and
 * asks {@link dev.gatehouse.forward.Reception} what to make of a response head. Decisions that look at nothing but their
 * arguments stand apart: {@link dev.gatehouse.forward.RetryRule}, {@link dev.gatehouse.forward.RedirectRule}.
 */
@NullMarked
package dev.gatehouse.forward;

import org.jspecify.annotations.NullMarked;
