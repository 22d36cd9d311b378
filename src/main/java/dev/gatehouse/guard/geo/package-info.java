/**
 * In which country a caller is. Start with {@link dev.gatehouse.guard.geo.Countries}; whether that country is admitted is
 * judged by a guard, which does not care who told.
 */
@NullMarked
package dev.gatehouse.guard.geo;

import org.jspecify.annotations.NullMarked;
