package dev.gatehouse.route;

import dev.gatehouse.http.RequestHead;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tree of host name labels, from the last one inwards. A node knows the paths of the host that ends there and those of
 * the wildcard for all below it. Rules for any host stand apart.
 *
 * <p>Immutable.
 */
final class HostIndex {

    private record Label(PathIndex exact, PathIndex wildcard, RangeMap<Label> inner) {}

    private final PathIndex anyHost;
    private final Label root;

    private HostIndex(PathIndex anyHost, Label root) {
        this.anyHost = anyHost;
        this.root = root;
    }

    /** The lowest position of a rule that claims the request, if there is one below {@code limit}; else {@code limit}. */
    int lowest(RequestHead request, int limit) {
        int best = anyHost.lowest(request, limit);
        String host = request.host();
        boolean wellFormed = !host.startsWith(".") && !host.contains("..");
        Label node = root;
        int end = host.endsWith(".") ? host.length() - 1 : host.length();
        while (end > 0) {
            int start = host.lastIndexOf('.', end - 1) + 1;
            Label next = node.inner().get(host, start, end);
            if (next == null) {
                return best;
            }
            if (start == 0) {
                return next.exact().lowest(request, best);
            }
            best = wellFormed ? next.wildcard().lowest(request, best) : best;
            node = next;
            end = start - 1;
        }
        return best;
    }

    /** Takes rules in ascending order of position. */
    static final class Builder {

        private final PathIndex.Builder anyHost = new PathIndex.Builder();
        private final LabelBuilder root = new LabelBuilder();

        void add(Rule rule) {
            var host = rule.match().host();
            if (host == null) {
                anyHost.add(rule);
                return;
            }
            LabelBuilder node = root;
            String name = host.name();
            for (int end = name.length(); end > 0; ) {
                int start = name.lastIndexOf('.', end - 1) + 1;
                node = node.inner.computeIfAbsent(name.substring(start, end), label -> new LabelBuilder());
                end = start - 1;
            }
            (host.isWildcard() ? node.wildcard() : node.exact()).add(rule);
        }

        HostIndex build() {
            return new HostIndex(anyHost.build(), root.build());
        }
    }

    private static final class LabelBuilder {

        private final Map<String, LabelBuilder> inner = new HashMap<>();
        private PathIndex.@Nullable Builder exact;
        private PathIndex.@Nullable Builder wildcard;

        PathIndex.Builder exact() {
            PathIndex.Builder builder = exact == null ? new PathIndex.Builder() : exact;
            exact = builder;
            return builder;
        }

        PathIndex.Builder wildcard() {
            PathIndex.Builder builder = wildcard == null ? new PathIndex.Builder() : wildcard;
            wildcard = builder;
            return builder;
        }

        Label build() {
            Map<String, Label> built = new HashMap<>();
            inner.forEach((label, builder) -> built.put(label, builder.build()));
            return new Label(
                    PathIndex.Builder.buildIfAny(exact), PathIndex.Builder.buildIfAny(wildcard), new RangeMap<>(built));
        }
    }
}
