/**
 * May a request go on? One class per reason to refuse.
 *
 * <p>Start with {@link dev.gatehouse.guard.GuardChain}, which says the order and why. A guard looks at the head of a request
 * and at nothing else; none reads a body, asks a server or waits. What a guard cannot decide for want of a secret or an
 * address it refuses.
 */
@NullMarked
package dev.gatehouse.guard;

import org.jspecify.annotations.NullMarked;
