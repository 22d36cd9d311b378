package dev.gatehouse.gateway;

import dev.gatehouse.config.model.BodyRewrite;
import dev.gatehouse.config.model.Deadlines;
import dev.gatehouse.config.model.Forwarding;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.model.Target;
import dev.gatehouse.config.model.UpstreamRef;
import dev.gatehouse.forward.DeliveryLimits;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.RetryRule;
import dev.gatehouse.forward.head.UpstreamHeads;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.rewrite.BodyRewriter;
import dev.gatehouse.rewrite.head.ResponseHeads;
import dev.gatehouse.route.RouteTable;
import dev.gatehouse.transport.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles a route table. Everything that can be worked out before the first request is worked out here. */
public final class Lanes {

    private Lanes() {}

    /** Compiles {@code table}, which has passed the parser. */
    public static Snapshot compile(RouteTableConfig table) {
        List<RouteTable.Entry<Lane>> entries = table.routes().stream()
                .map(route -> new RouteTable.Entry<>(route.match(), lane(route)))
                .toList();
        return new Snapshot(RouteTable.compile(entries));
    }

    private static Lane lane(RouteConfig route) {
        PathPrefix path = route.match().path();
        BodyRewrite body = route.rewriting().body();
        return new Lane(
                route.label(),
                route,
                path == null ? PathPrefix.ROOT : path,
                route.requestId().trustInbound(),
                hop(route),
                limits(route.forwarding()),
                new UpstreamHeads(route.rewriting().requestHeaders(), body != null),
                new ResponseHeads(
                        route.rewriting().rewriteHeaders(), route.rewriting().responseHeaders()),
                body == null ? null : new BodyRewriter(body));
    }

    private static @Nullable Hop hop(RouteConfig route) {
        return route.target() instanceof Target.Single single ? hop(single.upstream(), route.forwarding()) : null;
    }

    private static Hop hop(UpstreamRef upstream, Forwarding forwarding) {
        int port = upstream.port() == UpstreamRef.DEFAULT_PORT
                ? forwarding.scheme().defaultPort()
                : upstream.port();
        boolean screened = !forwarding.allowPrivateUpstream();
        Origin origin = Origin.of(forwarding.scheme().text(), upstream.host(), port, screened);
        return new Hop(origin, upstream.basePath());
    }

    private static DeliveryLimits limits(Forwarding forwarding) {
        Deadlines deadlines = forwarding.deadlines();
        return new DeliveryLimits(
                deadlines.timeout().toNanos(),
                deadlines.total().toNanos(),
                deadlines.firstChunk().toNanos(),
                deadlines.streamIdle().toNanos(),
                new RetryRule(forwarding.retries().count(), forwarding.retries().backoff()));
    }
}
