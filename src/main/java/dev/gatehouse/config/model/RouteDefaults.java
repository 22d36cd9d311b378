package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Section;
import java.util.List;

/** What {@code defaults} may state: how routes behave, never which they are or where they lead. */
final class RouteDefaults {

    private static final List<String> OF_A_ROUTE = List.of(
            "id",
            "enabled",
            "match",
            "upstream",
            "upstreams",
            "trafficSplit",
            "pool",
            "respond",
            "failover",
            "outlier",
            "stickyBy",
            "hashBy",
            "hashType",
            "allowPrivateUpstream",
            "limits",
            "mirror",
            "errorPages");

    private RouteDefaults() {}

    /** Checks each value by itself; how values fit together is checked with each route. */
    static void check(Section in) {
        for (String key : OF_A_ROUTE) {
            if (in.keys().contains(key)) {
                in.fault(key, "belongs to a single route", "it there, not in defaults");
            }
        }
        Forwarding.read(in, false, null, null);
        Guards.read(in);
        Rewriting.read(in, null);
        in.section("cache").ifPresent(Cache::read);
        in.section("requestId").ifPresent(RequestIdConfig::read);
        in.refuseUnknownKeys(OF_A_ROUTE);
    }
}
