package dev.gatehouse.gateway;

import dev.gatehouse.config.model.BodyRewrite;
import dev.gatehouse.config.model.Deadlines;
import dev.gatehouse.config.model.Failover;
import dev.gatehouse.config.model.FailoverStep;
import dev.gatehouse.config.model.Forwarding;
import dev.gatehouse.config.model.Front;
import dev.gatehouse.config.model.Mirror;
import dev.gatehouse.config.model.Pool;
import dev.gatehouse.config.model.PoolOrigin;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.model.Scheme;
import dev.gatehouse.config.model.SplitEntry;
import dev.gatehouse.config.model.StatusPage;
import dev.gatehouse.config.model.Target;
import dev.gatehouse.config.model.Triggers;
import dev.gatehouse.config.model.UpstreamRef;
import dev.gatehouse.forward.DeliveryLimits;
import dev.gatehouse.forward.FailoverRule;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.RetryRule;
import dev.gatehouse.forward.head.HeadPolicy;
import dev.gatehouse.forward.head.UpstreamHeads;
import dev.gatehouse.forward.mirror.MirrorRule;
import dev.gatehouse.guard.ForwardAuthPolicy;
import dev.gatehouse.guard.GuardChain;
import dev.gatehouse.guard.GuardResources;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.rewrite.BodyRewriter;
import dev.gatehouse.rewrite.head.ResponseHeads;
import dev.gatehouse.route.RouteTable;
import dev.gatehouse.transport.Origin;
import dev.gatehouse.transport.Screen;
import dev.gatehouse.upstream.PoolState;
import dev.gatehouse.upstream.PoolStates;
import dev.gatehouse.upstream.health.HealthBoard;
import dev.gatehouse.upstream.health.HealthOrigin;
import dev.gatehouse.upstream.health.HealthService;
import dev.gatehouse.upstream.health.UpstreamHealth;
import dev.gatehouse.upstream.pick.PoolOrder;
import dev.gatehouse.upstream.pick.SplitPicker;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compiles a route table. Everything that can be worked out before the first request is worked out here. */
public final class Lanes {

    private Lanes() {}

    /**
     * Compiles {@code table}, which has passed the parser.
     *
     * @param resources what its guards need
     * @param states what is remembered of upstreams from one table to the next
     * @param health what is known of them; null where nobody asks
     */
    public static Snapshot compile(
            RouteTableConfig table, GuardResources resources, PoolStates states, @Nullable UpstreamHealth health) {
        Answers answers = new Answers(table.front());
        List<RouteConfig> routes = table.routes();
        List<GuardChain> chains = routes.stream()
                .map(route -> GuardChain.of(route.guards(), route.label(), resources))
                .toList();
        List<LanePool> pools =
                routes.stream().map(route -> pool(route, states, health)).toList();
        List<@Nullable ReadinessGate> gates = new ArrayList<>();
        routes.forEach(route -> gates.add(gate(route, resources)));
        Map<String, Set<String>> owned = ownedFields(routes, pools, chains);
        List<RouteTable.Entry<Lane>> entries = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < chains.size(); i++) {
            RouteConfig route = routes.get(i);
            GuardChain guards = chains.get(i);
            entries.add(new RouteTable.Entry<>(
                    route.match(), lane(route, answers, guards, pools.get(i), gates.get(i), owned)));
            guards.missing().forEach(what -> missing.add("route " + route.label() + ": " + what));
            ReadinessGate gate = gates.get(i);
            if (gate != null && gate.missing() != null) {
                missing.add("route " + route.label() + ": " + gate.missing());
            }
        }
        StatusPage page = table.front().status();
        String statusSecret = statusSecret(page, resources);
        if (page != null && page.secret() != null && statusSecret == null) {
            missing.add("front.status: no secret is called " + page.secret());
        }
        states.retain(routes.stream().map(RouteConfig::label).collect(Collectors.toSet()));
        return new Snapshot(
                new FrontDoor(table.front(), answers, FrontDoor.Settings.SOUND, statusSecret),
                answers,
                RouteTable.compile(entries),
                origins(pools),
                services(routes),
                missing);
    }

    /**
     * Serves no route: the settings are faulty, and {@code front} says how that looks.
     *
     * @param empty whether all that is wrong is that no origin is named
     */
    public static Snapshot broken(Front front, boolean empty) {
        Answers answers = new Answers(front);
        FrontDoor.Settings settings = empty ? FrontDoor.Settings.EMPTY : FrontDoor.Settings.FAULTY;
        return new Snapshot(
                new FrontDoor(front, answers, settings, null),
                answers,
                RouteTable.compile(List.of()),
                Set.of(),
                List.of(),
                List.of());
    }

    /** The secret of the status page; null where there is none to bring, or none to compare with. */
    private static @Nullable String statusSecret(@Nullable StatusPage page, GuardResources resources) {
        String name = page == null ? null : page.secret();
        return name == null ? null : resources.secrets().apply(name).orElse(null);
    }

    private static Set<Origin> origins(List<LanePool> pools) {
        return pools.stream()
                .flatMap(pool -> pool.hops().stream())
                .map(Hop::origin)
                .collect(Collectors.toSet());
    }

    private static @Nullable ReadinessGate gate(RouteConfig route, GuardResources resources) {
        return route.target() instanceof Pool pool && pool.readiness() != null
                ? ReadinessGate.of(pool.readiness(), resources.secrets())
                : null;
    }

    /**
     * The fields that guards write, by the authority of the upstream that believes them: on a route without the guard to
     * the same upstream, a client's own would be taken for the guard's.
     */
    private static Map<String, Set<String>> ownedFields(
            List<RouteConfig> routes, List<LanePool> pools, List<GuardChain> chains) {
        Map<String, Set<String>> owned = new HashMap<>();
        for (int i = 0; i < chains.size(); i++) {
            for (String authority : reached(routes.get(i), pools.get(i))) {
                owned.computeIfAbsent(authority, first -> new HashSet<>())
                        .addAll(chains.get(i).ownedFields());
            }
        }
        return owned;
    }

    /** The authorities that requests of a route reach, copies included. */
    private static Set<String> reached(RouteConfig route, LanePool pool) {
        Set<String> authorities = new HashSet<>();
        pool.hops().forEach(hop -> authorities.add(hop.origin().authority()));
        Mirror mirror = route.forwarding().mirror();
        if (mirror != null) {
            authorities.add(hop(mirror.upstream(), route.forwarding()).origin().authority());
        }
        return authorities;
    }

    private static Lane lane(
            RouteConfig route,
            Answers answers,
            GuardChain guards,
            LanePool pool,
            @Nullable ReadinessGate gate,
            Map<String, Set<String>> owned) {
        PathPrefix path = route.match().path();
        BodyRewrite body = route.rewriting().body();
        ForwardAuthPolicy asked = guards.forwardAuth();
        Set<String> believed = new HashSet<>();
        reached(route, pool).forEach(authority -> believed.addAll(owned.getOrDefault(authority, Set.of())));
        if (gate != null && gate.rules().field() != null) {
            believed.add(gate.rules().field()); // an origin must never take a client for the gate
        }
        return new Lane(
                route.label(),
                route,
                path == null ? PathPrefix.ROOT : path,
                route.requestId().trustInbound(),
                answers,
                guards,
                asked == null ? null : authHop(asked.rules().url(), route.forwarding()),
                pool,
                gate,
                limits(route),
                mirror(route),
                new UpstreamHeads(
                        route.rewriting().requestHeaders(),
                        body != null,
                        believed,
                        policy(route.forwarding(), answers)),
                new ResponseHeads(
                        route.rewriting().rewriteHeaders(), route.rewriting().responseHeaders()),
                body == null ? null : new BodyRewriter(body));
    }

    private static LanePool pool(RouteConfig route, PoolStates states, @Nullable UpstreamHealth health) {
        PoolState state =
                states.of(route.label(), route.target(), route.forwarding().limits());
        if (route.target() instanceof Target.Split split) {
            return new LanePool(
                    hops(route),
                    failover(split.failover()),
                    state,
                    SplitPicker.of(split, route.id()),
                    null,
                    null,
                    split.stickyBy() != null);
        }
        if (route.target() instanceof Pool pool) {
            HealthService service = service(route, pool);
            HealthBoard board = service == null || health == null ? null : health.board(service);
            return new LanePool(
                    hops(route), failover(pool), state, null, new PoolOrder(pool, states.dice()), board, false);
        }
        FailoverRule rule =
                route.target() instanceof Target.Candidates several ? failover(several.failover()) : FailoverRule.NONE;
        return new LanePool(hops(route), rule, state, null, null, null, false);
    }

    private static @Nullable MirrorRule mirror(RouteConfig route) {
        Forwarding forwarding = route.forwarding();
        Mirror settings = forwarding.mirror();
        if (settings == null) {
            return null;
        }
        Hop hop = hop(settings.upstream(), forwarding);
        return new MirrorRule(route.label(), hop.origin(), hop.basePath(), settings);
    }

    /** What is kept of the origins of a pool; null for nothing. */
    private static @Nullable HealthService service(RouteConfig route, Pool pool) {
        if (pool.health() == null) {
            return null;
        }
        List<HealthOrigin> origins = hops(route).stream()
                .map(hop -> new HealthOrigin(hop.name(), hop.origin(), hop.basePath()))
                .toList();
        return new HealthService(pool.name() == null ? route.label() : pool.name(), pool.health(), origins);
    }

    /** Each service once: routes may lead to the same pool. */
    private static List<HealthService> services(List<RouteConfig> routes) {
        Map<String, HealthService> services = new LinkedHashMap<>();
        for (RouteConfig route : routes) {
            HealthService service = route.target() instanceof Pool pool ? service(route, pool) : null;
            if (service != null) {
                services.putIfAbsent(service.name(), service);
            }
        }
        return List.copyOf(services.values());
    }

    private static FailoverRule failover(Failover rule) {
        return new FailoverRule(step(rule), false, rule.maxAttempts(), true);
    }

    private static FailoverRule failover(Pool pool) {
        return pool.failover().isEmpty()
                ? new FailoverRule(step(Failover.DEFAULT), false, pool.maxAttempts(), pool.relayLast())
                : new FailoverRule(pool.failover(), true, pool.maxAttempts(), pool.relayLast());
    }

    /** One step for all methods. */
    private static List<FailoverStep> step(Failover rule) {
        return List.of(new FailoverStep(List.of(), new Triggers(rule.on(), Set.of())));
    }

    /** The upstreams of a route, as declared; none where it answers for itself. */
    private static List<Hop> hops(RouteConfig route) {
        if (route.target() instanceof Pool pool) {
            return pool.origins().stream()
                    .map(origin -> hop(origin, route.forwarding()))
                    .toList();
        }
        List<UpstreamRef> declared = List.of();
        if (route.target() instanceof Target.Single single) {
            declared = List.of(single.upstream());
        } else if (route.target() instanceof Target.Candidates several) {
            declared = several.upstreams();
        } else if (route.target() instanceof Target.Split split) {
            declared = split.entries().stream().map(SplitEntry::upstream).toList();
        }
        return declared.stream()
                .map(upstream -> hop(upstream, route.forwarding()))
                .toList();
    }

    private static Hop hop(UpstreamRef upstream, Forwarding forwarding) {
        return new Hop(origin(upstream, forwarding.scheme(), forwarding), upstream.basePath());
    }

    private static Hop hop(PoolOrigin declared, Forwarding forwarding) {
        Origin origin = origin(declared.upstream(), declared.scheme(), forwarding);
        String other = declared.connectTo();
        return new Hop(
                other == null ? origin : origin.reachedAt(other),
                declared.upstream().basePath(),
                declared.name());
    }

    private static Origin origin(UpstreamRef upstream, Scheme scheme, Forwarding forwarding) {
        int port = upstream.port() == UpstreamRef.DEFAULT_PORT ? scheme.defaultPort() : upstream.port();
        return Origin.of(scheme.text(), upstream.host(), port, !forwarding.allowPrivateUpstream());
    }

    /** The server that is asked; its path is the question's own. */
    private static Hop authHop(URI url, Forwarding forwarding) {
        return new Hop(Origin.at(url, forwarding.allowPrivateUpstream() ? Screen.NONE : Screen.PRIVATE), "");
    }

    private static HeadPolicy policy(Forwarding forwarding, Answers answers) {
        return new HeadPolicy(forwarding.forwarded(), answers.stampsId(), forwarding.passesAcceptEncoding());
    }

    private static DeliveryLimits limits(RouteConfig route) {
        Forwarding forwarding = route.forwarding();
        Deadlines deadlines = route.target() instanceof Pool pool && pool.deadlines() != null
                ? pool.deadlines()
                : forwarding.deadlines();
        return new DeliveryLimits(
                deadlines.timeout().toNanos(),
                deadlines.total().toNanos(),
                deadlines.firstChunk().toNanos(),
                deadlines.streamIdle().toNanos(),
                new RetryRule(forwarding.retries().count(), forwarding.retries().backoff()));
    }
}
