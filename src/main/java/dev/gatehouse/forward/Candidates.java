package dev.gatehouse.forward;

import dev.gatehouse.upstream.PoolState;
import dev.gatehouse.upstream.health.HealthBoard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the request of one exchange may go.
 *
 * @param hops the upstreams in the order in which they are tried, the one that was chosen first; empty where the exchange
 *     never asks one
 * @param failover when the next is tried
 * @param state what the route remembers of them
 * @param health what is known of them; null for nothing
 */
public record Candidates(
        List<Hop> hops,
        FailoverRule failover,
        PoolState state,
        @Nullable HealthBoard health) {

    /** Copies the list. */
    public Candidates {
        hops = List.copyOf(hops);
    }
}
