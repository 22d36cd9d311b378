/**
 * The packaged WAR on the distributions it is made for, each in a process of its own.
 *
 * <p>Start with {@link dev.gatehouse.container.RunningContainer}. A {@link dev.gatehouse.container.Distribution} knows how
 * one container is laid out; the journeys are the same for all.
 */
@NullMarked
package dev.gatehouse.container;

import org.jspecify.annotations.NullMarked;
