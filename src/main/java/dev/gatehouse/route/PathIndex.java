package dev.gatehouse.route;

import dev.gatehouse.http.RequestHead;
import dev.gatehouse.http.RequestPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tree of path segments. Each node holds the rules whose prefix ends there.
 *
 * <p>Immutable.
 */
final class PathIndex {

    private final RuleSet rules;
    private final RangeMap<PathIndex> children;
    private final int lowestWithin; // the lowest position in this node and all below it

    private PathIndex(RuleSet rules, RangeMap<PathIndex> children, int lowestWithin) {
        this.rules = rules;
        this.children = children;
        this.lowestWithin = lowestWithin;
    }

    /**
     * The lowest position of a rule here that claims the request, if there is one below {@code limit}; else
     * {@code limit}.
     */
    int lowest(RequestHead request, int limit) {
        if (lowestWithin >= limit) {
            return limit;
        }
        RequestPath path = request.path();
        return path.isPlain()
                ? lowestOnWay(path.raw(), request, limit)
                : lowestOnAnyWay(path.spellings(), request, limit);
    }

    private int lowestOnWay(String path, RequestHead request, int limit) {
        PathIndex node = this;
        int best = node.rules.lowest(request, limit);
        for (int at = 0; at < path.length(); ) {
            int end = endOfSegment(path, at);
            PathIndex child = end < 0 ? null : node.children.get(path, at + 1, end);
            if (child == null) {
                break;
            }
            best = child.rules.lowest(request, best);
            node = child;
            at = end;
        }
        return best;
    }

    /** As {@link #lowestOnWay} for each spelling, but asks no node twice: a hostile path has many spellings. */
    private int lowestOnAnyWay(List<String> spellings, RequestHead request, int limit) {
        List<PathIndex> reached = new ArrayList<>();
        reached.add(this);
        for (int i = 0; i < spellings.size(); i++) {
            collect(spellings.get(i), reached);
        }
        int best = limit;
        for (int i = 0; i < reached.size(); i++) {
            best = reached.get(i).rules.lowest(request, best);
        }
        return best;
    }

    private void collect(String path, List<PathIndex> reached) {
        PathIndex node = this;
        for (int at = 0; at < path.length(); ) {
            int end = endOfSegment(path, at);
            PathIndex child = end < 0 ? null : node.children.get(path, at + 1, end);
            if (child == null) {
                return;
            }
            if (!reached.contains(child)) {
                reached.add(child);
            }
            node = child;
            at = end;
        }
    }

    /** The end of the segment whose slash is at {@code at}; -1 where there is no slash. */
    private static int endOfSegment(String path, int at) {
        if (path.charAt(at) != '/') {
            return -1;
        }
        int slash = path.indexOf('/', at + 1);
        return slash < 0 ? path.length() : slash;
    }

    /** Takes rules in ascending order of position. */
    static final class Builder {

        private final List<Rule> rules = new ArrayList<>();
        private final Map<String, Builder> children = new HashMap<>();
        private int lowestWithin = Integer.MAX_VALUE;

        void add(Rule rule) {
            var prefix = rule.match().path();
            Builder node = this;
            node.lowestWithin = Math.min(node.lowestWithin, rule.position());
            for (String segment : prefix == null ? List.<String>of() : prefix.segments()) {
                node = node.children.computeIfAbsent(segment, s -> new Builder());
                node.lowestWithin = Math.min(node.lowestWithin, rule.position());
            }
            node.rules.add(rule);
        }

        PathIndex build() {
            Map<String, PathIndex> built = new HashMap<>();
            children.forEach((segment, child) -> built.put(segment, child.build()));
            return new PathIndex(new RuleSet(rules), new RangeMap<>(built), lowestWithin);
        }

        static PathIndex buildIfAny(@Nullable Builder builder) {
            return builder == null ? new Builder().build() : builder.build();
        }
    }
}
