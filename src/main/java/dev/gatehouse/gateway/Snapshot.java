package dev.gatehouse.gateway;

import dev.gatehouse.route.RouteTable;

/**
 * One configuration, compiled. Immutable.
 *
 * @param routes the lanes behind their matches
 */
public record Snapshot(RouteTable<Lane> routes) {}
