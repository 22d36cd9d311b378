package dev.gatehouse.gateway;

import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.forward.DeliveryLimits;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.head.UpstreamHeads;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.rewrite.BodyRewriter;
import dev.gatehouse.rewrite.head.ResponseHeads;
import org.jspecify.annotations.Nullable;

/**
 * One route, ready to run. Immutable.
 *
 * @param label the route's name in events
 * @param route what the operator wrote
 * @param prefix the matched prefix; the root where the route names no path
 * @param trustsInboundId whether the caller's own request id is taken
 * @param hop where requests go; null where the route answers for itself
 * @param limits deadlines and retries
 * @param upstreamHeads makes upstream requests' heads
 * @param responseHeads makes client responses' heads
 * @param bodies rewrites bodies; null where they pass as they come
 */
record Lane(
        String label,
        RouteConfig route,
        PathPrefix prefix,
        boolean trustsInboundId,
        @Nullable Hop hop,
        DeliveryLimits limits,
        UpstreamHeads upstreamHeads,
        ResponseHeads responseHeads,
        @Nullable BodyRewriter bodies) {

    boolean stripsPrefix() {
        return route.forwarding().stripPrefix();
    }

    boolean followsRedirects() {
        return !route.forwarding().manualRedirect();
    }
}
