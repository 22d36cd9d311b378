package dev.gatehouse.config.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fields to remove from a head and fields to write into it, in this order. Values are literal.
 *
 * @param set the fields to write, by name in lower case, in the operator's order; a name is never in {@code remove} too
 * @param remove the names to remove, lower case, each once
 */
public record HeaderRules(Map<String, String> set, List<String> remove) {

    /** Changes nothing. */
    public static final HeaderRules NONE = new HeaderRules(Map.of(), List.of());

    /** Copies map and list. */
    public HeaderRules {
        set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
        remove = List.copyOf(remove);
    }

    /** Whether there is nothing to do. */
    public boolean isEmpty() {
        return set.isEmpty() && remove.isEmpty();
    }
}
