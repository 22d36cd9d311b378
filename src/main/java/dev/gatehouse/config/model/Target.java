package dev.gatehouse.config.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the requests of a route go. A route has exactly one. */
public sealed interface Target permits Target.Single, Target.Candidates, Target.Split, Pool, Respond {

    /**
     * One upstream.
     *
     * @param upstream where it is
     */
    record Single(UpstreamRef upstream) implements Target {}

    /**
     * Upstreams in order: the first is the primary, the others stand by.
     *
     * @param upstreams 1 to 64; one listed twice is tried twice
     * @param failover when the next one is tried
     * @param outlier when one is left out for a while
     */
    record Candidates(List<UpstreamRef> upstreams, Failover failover, Outlier outlier) implements Target {

        /** Copies the list. */
        public Candidates {
            upstreams = List.copyOf(upstreams);
        }
    }

    /**
     * Upstreams that share the callers by weight. The one that is drawn is the primary; the others stand by in declared
     * order.
     *
     * @param entries 1 to 64, no authority twice
     * @param failover when the next one is tried
     * @param outlier when one is left out for a while
     * @param stickyBy how a caller is kept at its upstream; null where only the hash does it
     * @param hashBy what is hashed; the caller's address by default
     * @param hashType how the hash becomes an entry; {@link HashType#MODULO} by default
     */
    record Split(
            List<SplitEntry> entries,
            Failover failover,
            Outlier outlier,
            @Nullable StickyBy stickyBy,
            HashBy hashBy,
            HashType hashType)
            implements Target {

        /** Copies the list. */
        public Split {
            entries = List.copyOf(entries);
        }
    }
}
