/** The client side, piece by piece. */
@NullMarked
package dev.gatehouse.transport;

import org.jspecify.annotations.NullMarked;
