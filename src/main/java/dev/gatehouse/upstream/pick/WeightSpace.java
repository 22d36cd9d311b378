package dev.gatehouse.upstream.pick;

import dev.gatehouse.config.model.SplitEntry;
import java.util.List;

/** The remainder of the hash by the sum of the weights, walked off along the entries in declared order. Immutable. */
final class WeightSpace implements Shares {

    /** For each entry the sum of the weights up to and with it; the last is that of all, at most 64 million. */
    private final int[] ends;

    private WeightSpace(int[] ends) {
        this.ends = ends;
    }

    static WeightSpace of(List<SplitEntry> entries) {
        int[] ends = new int[entries.size()];
        int sum = 0;
        for (int i = 0; i < ends.length; i++) {
            sum += entries.get(i).weight();
            ends[i] = sum;
        }
        return new WeightSpace(ends);
    }

    @Override
    public int entry(int hash) {
        int bucket = bucket(hash);
        int entry = 0;
        while (bucket >= ends[entry]) {
            entry++;
        }
        return entry;
    }

    /** Where in the sum of the weights a hash falls: 0 to that sum, without it. */
    int bucket(int hash) {
        return Integer.remainderUnsigned(hash, ends[ends.length - 1]);
    }
}
