package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One route: which requests it claims, where they go, and what happens on the way. Complete: the table's defaults are
 * merged in, aliases folded, names normalised.
 *
 * @param id the stable handle given by the operator, unique in the table; null where none was given
 * @param position the index of the route in its list, from 0
 * @param match which requests the route claims
 * @param target where they go, or what they are answered with
 * @param forwarding how they are carried to an upstream
 * @param guards what may refuse them before
 * @param rewriting how head and body change on the way
 * @param cache whether answers are kept; null where the route does not cache
 * @param requestId where the request's id comes from
 * @param errorPages bodies for the proxy's own failure answers by status, 500 to 599; empty by default
 */
public record RouteConfig(
        @Nullable String id,
        int position,
        Match match,
        Target target,
        Forwarding forwarding,
        Guards guards,
        Rewriting rewriting,
        @Nullable Cache cache,
        RequestIdConfig requestId,
        Map<Integer, ErrorPage> errorPages) {

    /** Copies the pages. */
    public RouteConfig {
        errorPages = Collections.unmodifiableMap(new LinkedHashMap<>(errorPages));
    }

    /**
     * The name of the route in events, metrics and limiter buckets: its id, or else a text made of host, path, methods
     * and position such as {@code *.a.test/api[GET,POST]#3}. No two routes of a table have the same.
     */
    public String label() {
        return id != null ? id : match.label() + "#" + position;
    }

    /** The same route at another place of its table. */
    public RouteConfig at(int newPosition) {
        return new RouteConfig(
                id, newPosition, match, target, forwarding, guards, rewriting, cache, requestId, errorPages);
    }

    /** Whether the route is switched on; its reader looks at this before anything else. */
    static boolean isEnabled(Section route) {
        return route.value("enabled", Expectation.FLAG).orElse(true);
    }

    /**
     * Reads a route whose gaps {@code defaults} fill.
     *
     * @return empty, with a note, where it cannot be told what the route claims or where it leads
     */
    static Optional<RouteConfig> read(Section route, @Nullable Section defaults, int position) {
        Section all = defaults == null ? route : route.backedBy(defaults);
        Optional<String> id = route.value("id", Expectation.TEXT);
        if (!route.has("match")) {
            route.missing("match", "an object with host or path");
        }
        Optional<Match> match = route.section("match").map(Match::read);
        boolean allowPrivate =
                route.value("allowPrivateUpstream", Expectation.ONLY_TRUE).isPresent();
        Optional<Target> target = new TargetReader(route, allowPrivate).read();
        Optional<Limits> limits = route.section("limits").map(Limits::read);
        Optional<Mirror> mirror = route.section("mirror").flatMap(in -> Mirror.read(in, allowPrivate));
        Forwarding forwarding = Forwarding.read(all, allowPrivate, limits.orElse(null), mirror.orElse(null));
        Guards guards = Guards.read(all);
        Rewriting rewriting = Rewriting.read(route, defaults);
        Optional<Cache> cache = all.section("cache").map(Cache::read);
        RequestIdConfig requestId =
                all.section("requestId").map(RequestIdConfig::read).orElse(RequestIdConfig.DEFAULT);
        Map<Integer, ErrorPage> errorPages = ErrorPage.readAll(route);
        Optional<RouteConfig> config = match.flatMap(claims -> target.map(leads -> new RouteConfig(
                id.orElse(null),
                position,
                claims,
                leads,
                forwarding,
                guards,
                rewriting,
                cache.orElse(null),
                requestId,
                errorPages)));
        config.ifPresent(read -> new RouteChecks(all, read).check());
        route.refuseUnknownKeys();
        return config;
    }
}
