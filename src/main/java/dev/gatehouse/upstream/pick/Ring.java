package dev.gatehouse.upstream.pick;

import dev.gatehouse.config.model.SplitEntry;
import java.util.Arrays;
import java.util.List;

/**
 * Points on a circle of hashes, in number as the weights say: a hash falls to the next point's entry. An entry taken away
 * leaves its callers to its neighbours and moves nobody else's; one with more weight draws callers from all others.
 *
 * <p>An entry has {@value #POINTS_PER_WEIGHT} points for each unit of its weight. Weights that add up to more than 100 would
 * make a ring of any size, so the numbers of all entries are then halved, and halved again, until the ring has no more than
 * {@value #MOST_POINTS} points; an entry keeps one at least, so the smallest beside a million get more than their share. The
 * promise above holds for as long as a change of the entries leaves the number of halvings as it was; where it does not,
 * the points that come or go between the others move some of their callers too.
 *
 * <p>Immutable; at most 128 KiB.
 */
final class Ring implements Shares {

    static final int POINTS_PER_WEIGHT = 160;

    static final int MOST_POINTS = 16_000;

    private static final int ENTRY_BITS = 8; // 64 entries at most
    private static final int ENTRY_MASK = (1 << ENTRY_BITS) - 1;

    /** The points in order, each above the index of its entry, so that of equal points the one declared first comes first. */
    private final long[] points;

    private Ring(long[] points) {
        this.points = points;
    }

    static Ring of(List<SplitEntry> entries) {
        int halvings = halvings(entries);
        int[] counts = entries.stream()
                .mapToInt(entry -> points(entry.weight(), halvings))
                .toArray();
        long[] points = new long[Arrays.stream(counts).sum()];
        int at = 0;
        for (int i = 0; i < counts.length; i++) {
            int prefix = Fnv.hash(entries.get(i).upstream().authority() + ":");
            for (int v = 0; v < counts[i]; v++) {
                points[at++] = packed(point(prefix, v), i);
            }
        }
        Arrays.sort(points);
        return new Ring(points);
    }

    /** How often the numbers of points must be halved; the same for all entries. */
    static int halvings(List<SplitEntry> entries) {
        long all = entries.stream().mapToLong(SplitEntry::weight).sum() * POINTS_PER_WEIGHT;
        int halvings = 0;
        while (all >> halvings > MOST_POINTS) {
            halvings++;
        }
        return halvings;
    }

    private static int points(int weight, int halvings) {
        return Math.max(1, (weight * POINTS_PER_WEIGHT) >> halvings); // 160 million at most
    }

    /** Hashed twice, since texts that differ in their last digits only have hashes close to one another. */
    private static int point(int prefix, int number) {
        int first = Fnv.onward(prefix, Integer.toString(number));
        return Fnv.hash(Integer.toUnsignedString(first));
    }

    private static long packed(int point, int entry) {
        return Integer.toUnsignedLong(point) << ENTRY_BITS | entry;
    }

    @Override
    public int entry(int hash) {
        int found = Arrays.binarySearch(points, packed(hash, 0));
        int next = found < 0 ? -found - 1 : found;
        return entryAt(next == points.length ? 0 : next); // past the last point the circle begins again
    }

    /** How many points there are. */
    int size() {
        return points.length;
    }

    /** The point at {@code index} in order, as an unsigned number. */
    long pointAt(int index) {
        return points[index] >>> ENTRY_BITS;
    }

    /** The entry of the point at {@code index}. */
    int entryAt(int index) {
        return (int) points[index] & ENTRY_MASK;
    }
}
