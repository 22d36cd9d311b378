/**
 * May a request go on? One class per reason to refuse.
 *
 * <p>Start with {@link dev.gatehouse.guard.GuardChain}, which says the order and why. A guard looks at the head of a request
 * and at nothing else; none reads a body, and none waits: what a server has to be asked for comes as {@link
 * dev.gatehouse.guard.Verdict.Later}. What a guard cannot decide for want of a secret, an address or a key it refuses.
 */
@NullMarked
package dev.gatehouse.guard;

import org.jspecify.annotations.NullMarked;
