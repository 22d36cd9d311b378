package dev.gatehouse.rewrite.head;

import dev.gatehouse.config.model.HeaderRules;
import dev.gatehouse.http.ConnectionOptions;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.FieldNames;
import dev.gatehouse.http.Fields;
import dev.gatehouse.http.NameSet;
import dev.gatehouse.rewrite.Mount;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Prepares the head of a client response from an upstream's, in this order: fields of the connection fall away, URLs and
 * cookies are mapped onto the proxy, what described a body that is rewritten is dropped ({@link RewrittenHeads}), then the
 * operator's own rules have the last word (remove, then set).
 *
 * <p>One instance serves a route. Threads: immutable.
 */
public final class ResponseHeads {

    private static final NameSet CONNECTION = NameSet.of(withLength(FieldNames.HOP_BY_HOP));

    private final boolean rewrites;
    private final HeaderRules rules;
    private final NameSet removed;

    /**
     * Heads of a route.
     *
     * @param rewrites whether URLs and cookies are mapped
     * @param rules the operator's
     */
    public ResponseHeads(boolean rewrites, HeaderRules rules) {
        this.rewrites = rewrites;
        this.rules = rules;
        Set<String> names = new HashSet<>(rules.remove());
        names.addAll(rules.set().keySet());
        this.removed = NameSet.of(names);
    }

    /** A prepared head, and whether its {@code Location} differs from the upstream's. */
    public record Prepared(FieldList fields, boolean redirectRewritten) {}

    /**
     * Prepares a head, all but the fields that the operator sets ({@link #finish}); {@code Content-Length} is left to
     * whoever sends it.
     *
     * @param upstreamPath the path that was asked for, which relative URLs refer to
     */
    public Prepared prepare(Fields upstream, Mount mount, String upstreamPath) {
        NameSet named = namedByConnection(upstream);
        FieldList fields = new FieldList(upstream.size() + rules.set().size() + 2);
        boolean redirected = false;
        for (int i = 0; i < upstream.size(); i++) {
            String name = upstream.name(i);
            if (CONNECTION.contains(name) || named.contains(name)) {
                continue;
            }
            String value = upstream.value(i);
            String mapped = rewrites ? map(name, value, mount, upstreamPath) : value;
            redirected |= name.equalsIgnoreCase("location") && !mapped.equals(value);
            if (!removed.contains(name)) {
                fields.add(name, mapped);
            }
        }
        return new Prepared(fields, redirected);
    }

    /** The fields of {@code upstream} that do not belong to its connection, as they came, but for the length. */
    public static FieldList endToEnd(Fields upstream) {
        NameSet named = namedByConnection(upstream);
        FieldList fields = new FieldList(upstream.size() + 4);
        for (int i = 0; i < upstream.size(); i++) {
            String name = upstream.name(i);
            if (!CONNECTION.contains(name) && !named.contains(name)) {
                fields.add(name, upstream.value(i));
            }
        }
        return fields;
    }

    /** Writes the operator's own fields, after everything else. */
    public void finish(FieldList fields) {
        for (Map.Entry<String, String> rule : rules.set().entrySet()) {
            fields.add(rule.getKey(), rule.getValue());
        }
    }

    /** Applies the operator's rules to a name that is written last of all; whether it may stand. */
    public boolean keeps(String name) {
        return !removed.contains(name);
    }

    private static String map(String name, String value, Mount mount, String upstreamPath) {
        return switch (name.length()) { // lengths tell these few apart from all else without a comparison
            case 4 -> name.equalsIgnoreCase("link") ? UrlFields.link(value, mount, upstreamPath) : value;
            case 7 -> name.equalsIgnoreCase("refresh") ? UrlFields.refresh(value, mount, upstreamPath) : value;
            case 8 -> name.equalsIgnoreCase("location") ? mount.map(value, upstreamPath) : value;
            case 10 -> name.equalsIgnoreCase("set-cookie") ? SetCookie.map(value, mount) : value;
            case 16 -> name.equalsIgnoreCase("content-location") ? mount.map(value, upstreamPath) : value;
            default -> value;
        };
    }

    private static NameSet namedByConnection(Fields upstream) {
        String connection = upstream.first("Connection");
        if (connection == null) {
            return NameSet.EMPTY;
        }
        List<String> lines = upstream.all("Connection");
        return NameSet.of(ConnectionOptions.names(lines));
    }

    private static Set<String> withLength(Set<String> hopByHop) {
        Set<String> names = new HashSet<>(hopByHop);
        names.add("content-length");
        return names;
    }
}
