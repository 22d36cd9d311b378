/** The four systems whose settings are understood: each behaves as it always did, all through one engine. */
@NullMarked
package dev.gatehouse.profile;

import org.jspecify.annotations.NullMarked;
