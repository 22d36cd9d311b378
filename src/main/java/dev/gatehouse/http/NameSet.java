package dev.gatehouse.http;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fixed set of field names, asked once per field line of every message: without regard to case and without making a
 * string.
 *
 * <p>Threads: immutable.
 */
public final class NameSet {

    /** The set without a name. */
    public static final NameSet EMPTY = new NameSet(List.of());

    private final @Nullable String[] table;

    private NameSet(Collection<String> names) {
        // At most a quarter full, so that most misses end at the first look.
        int capacity = Integer.highestOneBit(Math.max(2, names.size() * 4)) * 2;
        this.table = new String[capacity];
        for (String name : names) {
            int slot = slot(name);
            while (table[slot] != null) {
                slot = (slot + 1) & (capacity - 1);
            }
            table[slot] = name;
        }
    }

    /** The set of {@code names}; spellings that differ in case only count once. */
    public static NameSet of(Collection<String> names) {
        return new NameSet(names);
    }

    /** Whether {@code name} is in the set, in any case. */
    public boolean contains(String name) {
        int slot = slot(name);
        for (String candidate = table[slot]; candidate != null; candidate = table[slot]) {
            if (candidate.equalsIgnoreCase(name)) {
                return true;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return false;
    }

    private int slot(String name) {
        int length = name.length();
        if (length == 0) {
            return 0;
        }
        // 0x1f drops the bit in which the cases of a letter differ.
        int first = name.charAt(0) & 0x1f;
        int middle = name.charAt(length / 2) & 0x1f;
        int last = name.charAt(length - 1) & 0x1f;
        int hash = ((length * 31 + first) * 31 + middle) * 31 + last;
        return (hash ^ (hash >>> 7)) & (table.length - 1);
    }
}
