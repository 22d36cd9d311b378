/** Whole journeys through an embedded container: a raw client in front, a scripted origin behind. */
@NullMarked
package dev.gatehouse.flow;

import org.jspecify.annotations.NullMarked;
