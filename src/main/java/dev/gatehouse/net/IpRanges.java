package dev.gatehouse.net;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * A set of address blocks. Asking whether an address is in one of them takes time logarithmic in their number.
 *
 * <p>Immutable.
 */
public final class IpRanges {

    /** Holds no address. */
    public static final IpRanges NONE = new IpRanges(new IpRange[0]);

    private final IpRange[] sorted; // disjoint, by first address

    private IpRanges(IpRange[] sorted) {
        this.sorted = sorted;
    }

    /** The union of {@code ranges}; blocks inside others are dropped. */
    public static IpRanges of(Collection<IpRange> ranges) {
        List<IpRange> ordered = new ArrayList<>(ranges);
        ordered.sort(Comparator.comparing(IpRange::base).thenComparing(IpRange::prefixLength));
        List<IpRange> disjoint = new ArrayList<>();
        for (IpRange range : ordered) {
            // Blocks nest or are apart, so only the last one kept can hold this one.
            if (disjoint.isEmpty() || !disjoint.get(disjoint.size() - 1).contains(range.base())) {
                disjoint.add(range);
            }
        }
        return new IpRanges(disjoint.toArray(IpRange[]::new));
    }

    /** Whether there is no block at all. */
    public boolean isEmpty() {
        return sorted.length == 0;
    }

    /** Whether {@code address} is in one of the blocks; mapped addresses count as IPv4. */
    public boolean contains(IpAddress address) {
        IpAddress plain = address.unmapped();
        int below = 0;
        int above = sorted.length;
        while (below < above) {
            int middle = (below + above) >>> 1;
            if (sorted[middle].base().compareTo(plain) <= 0) {
                below = middle + 1;
            } else {
                above = middle;
            }
        }
        return below > 0 && sorted[below - 1].contains(plain);
    }

    /** The blocks in CIDR notation, sorted. */
    @Override
    public String toString() {
        return Arrays.toString(sorted);
    }
}
