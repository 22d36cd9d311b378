/** Tokens and keys against real servers, with the clock moved by hand. */
@NullMarked
package dev.gatehouse.guard.jwt;

import org.jspecify.annotations.NullMarked;
