package dev.gatehouse.gateway;

import dev.gatehouse.route.RouteTable;
import java.util.List;

/**
 * One configuration, compiled. Immutable.
 *
 * @param routes the lanes behind their matches
 * @param missing what guards need and is not there, one line each; they refuse requests for want of it
 */
public record Snapshot(RouteTable<Lane> routes, List<String> missing) {

    /** Copies the list. */
    public Snapshot {
        missing = List.copyOf(missing);
    }
}
