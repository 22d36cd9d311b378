package dev.gatehouse.upstream.pick;

import dev.gatehouse.config.model.HashType;
import dev.gatehouse.config.model.SplitEntry;
import java.util.List;

/** How the space of all hashes is shared out among the entries of a split. Immutable. */
sealed interface Shares permits WeightSpace, Ring {

    /**
     * The entry that a hash falls to.
     *
     * @param hash unsigned, of any value
     * @return its index in declared order
     */
    int entry(int hash);

    /** Shares {@code entries}, 1 to 64, out as {@code type} says. */
    static Shares of(List<SplitEntry> entries, HashType type) {
        return switch (type) {
            case MODULO -> WeightSpace.of(entries);
            case CONSISTENT -> Ring.of(entries);
        };
    }
}
