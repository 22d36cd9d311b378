/**
 * The settings as records: immutable, complete, defaults filled in, units in the types. Start with {@link
 * dev.gatehouse.config.model.RouteTableConfig} for the route table and {@link
 * dev.gatehouse.config.model.ServerSettings} for everything outside it.
 *
 * <p>A record that may be left out of a route is null in its owner where its absence means something that no value can
 * say; otherwise it is always there with its defaults.
 */
@NullMarked
package dev.gatehouse.config.model;

import org.jspecify.annotations.NullMarked;
