package dev.gatehouse.gateway;

import dev.gatehouse.route.RouteTable;
import dev.gatehouse.transport.Origin;
import dev.gatehouse.upstream.health.HealthService;
import java.util.List;
import java.util.Set;

/**
 * One configuration, compiled. Immutable.
 *
 * @param door what is said of requests before the lanes are asked
 * @param answers makes answers of our own
 * @param routes the lanes behind their matches
 * @param origins where requests may go
 * @param services origins whose health is known
 * @param missing what guards need and is not there, one line each; they refuse requests for want of it
 */
public record Snapshot(
        FrontDoor door,
        Answers answers,
        RouteTable<Lane> routes,
        Set<Origin> origins,
        List<HealthService> services,
        List<String> missing) {

    /** Copies the collections. */
    public Snapshot {
        origins = Set.copyOf(origins);
        services = List.copyOf(services);
        missing = List.copyOf(missing);
    }
}
