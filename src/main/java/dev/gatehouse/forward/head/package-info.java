/** The head of an upstream request: what of the client's travels on, and what is added. */
@NullMarked
package dev.gatehouse.forward.head;

import org.jspecify.annotations.NullMarked;
