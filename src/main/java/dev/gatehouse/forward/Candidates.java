package dev.gatehouse.forward;

import dev.gatehouse.upstream.PoolState;
import java.util.List;

/**
 * Where the request of one exchange may go.
 *
 * @param hops the upstreams in the order in which they are tried, the one that was chosen first; empty where the exchange
 *     never asks one
 * @param failover when the next is tried
 * @param state what the route remembers of them
 */
public record Candidates(List<Hop> hops, FailoverRule failover, PoolState state) {

    /** Copies the list. */
    public Candidates {
        hops = List.copyOf(hops);
    }
}
