package dev.gatehouse.gateway;

import dev.gatehouse.route.RouteTable;
import java.util.List;

/**
 * One configuration, compiled. Immutable.
 *
 * @param door what is said of requests before the lanes are asked
 * @param answers makes answers of our own
 * @param routes the lanes behind their matches
 * @param missing what guards need and is not there, one line each; they refuse requests for want of it
 */
public record Snapshot(FrontDoor door, Answers answers, RouteTable<Lane> routes, List<String> missing) {

    /** Copies the list. */
    public Snapshot {
        missing = List.copyOf(missing);
    }
}
