package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    /** Reads the rules for requests: {@code requestHeaders} with its alias {@code upstreamHeaders}, over the defaults. */
    static HeaderRules readRequest(Section route, @Nullable Section defaults) {
        return merge(
                "requestHeaders", route, readRequestLevel(route), defaults == null ? NONE : readRequestLevel(defaults));
    }

    /** Reads the rules for responses over the defaults. */
    static HeaderRules readResponse(Section route, @Nullable Section defaults) {
        return merge(
                "responseHeaders",
                route,
                readResponseLevel(route),
                defaults == null ? NONE : readResponseLevel(defaults));
    }

    private static HeaderRules readResponseLevel(Section level) {
        return readBlock(level, "responseHeaders", ReservedFields.RESPONSE, ReservedFields.RESPONSE_REMOVAL);
    }

    /**
     * The rules of a route, or of the defaults. The alias is folded in here, level by level: were it folded in after the
     * merge, a table-wide {@code set} would win over what a route writes.
     */
    private static HeaderRules readRequestLevel(Section level) {
        HeaderRules block = readBlock(level, "requestHeaders", ReservedFields.REQUEST, ReservedFields.REQUEST);
        Map<String, String> set =
                new LinkedHashMap<>(level.map("upstreamHeaders", ReservedFields.REQUEST, Grammar.FIELD_VALUE)
                        .orElse(Map.of()));
        block.set.forEach((name, value) -> {
            String alias = set.put(name, value);
            if (alias != null && !alias.equals(value)) {
                level.fault(
                        "upstreamHeaders", name + " has another value in requestHeaders.set", "it once, or the same");
            }
        });
        return new HeaderRules(set, block.remove);
    }

    private static HeaderRules readBlock(
            Section level, String key, Expectation<String> settable, Expectation<String> removable) {
        Optional<Section> block = level.section(key);
        if (block.isEmpty()) {
            return NONE;
        }
        Section in = block.get();
        Map<String, String> set = in.map("set", settable, Grammar.FIELD_VALUE).orElse(Map.of());
        List<String> remove = in.list("remove", 0, Section.UNBOUNDED, removable).orElse(List.of());
        in.refuseUnknownKeys();
        return new HeaderRules(set, Grammar.distinct(remove));
    }

    private static HeaderRules merge(String key, Section route, HeaderRules own, HeaderRules table) {
        Map<String, String> set = new LinkedHashMap<>(table.set);
        set.putAll(own.set);
        Set<String> remove = new LinkedHashSet<>(table.remove);
        remove.addAll(own.remove);
        for (String name : remove) {
            if (set.containsKey(name)) {
                route.fault(key, name + " is both set and removed", "one of them, defaults included");
            }
        }
        return new HeaderRules(set, List.copyOf(remove));
    }
}
