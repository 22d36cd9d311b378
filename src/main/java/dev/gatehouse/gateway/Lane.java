package dev.gatehouse.gateway;

import dev.gatehouse.config.model.HostHeader;
import dev.gatehouse.config.model.Pool;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.forward.DeliveryLimits;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.Replay;
import dev.gatehouse.forward.head.UpstreamHeads;
import dev.gatehouse.forward.mirror.MirrorRule;
import dev.gatehouse.guard.GuardChain;
import dev.gatehouse.http.Cookies;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.http.RequestPath;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.rewrite.BodyRewriter;
import dev.gatehouse.rewrite.head.ResponseHeads;
import dev.gatehouse.upstream.pick.StickyCookie;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One route, ready to run. Immutable.
 *
 * @param label the route's name in events
 * @param route what the operator wrote
 * @param prefix the matched prefix; the root where the route names no path
 * @param trustsInboundId whether the caller's own request id is taken
 * @param answers makes answers of our own
 * @param guards who may refuse a request
 * @param authHop the server that {@code forwardAuth} asks; null for none
 * @param pool where requests go; empty where the route answers for itself
 * @param gate asks origins whether they are ready; null for no gate
 * @param limits deadlines and retries
 * @param mirror where copies of requests go; null for nowhere
 * @param upstreamHeads makes upstream requests' heads
 * @param responseHeads makes client responses' heads
 * @param bodies rewrites bodies; null where they pass as they come
 */
record Lane(
        String label,
        RouteConfig route,
        PathPrefix prefix,
        boolean trustsInboundId,
        Answers answers,
        GuardChain guards,
        @Nullable Hop authHop,
        LanePool pool,
        @Nullable ReadinessGate gate,
        DeliveryLimits limits,
        @Nullable MirrorRule mirror,
        UpstreamHeads upstreamHeads,
        ResponseHeads responseHeads,
        @Nullable BodyRewriter bodies) {

    /** Forms and documents; who uploads more knows where to. */
    private static final long REDIRECTED_BYTES = 64 * 1024;

    /** What {@code Host} says upstream; null for the name of the origin that is asked. */
    @Nullable
    String host(RequestHead head) {
        if (!(route.target() instanceof Pool several)) {
            return null;
        }
        if (several.hostHeader() instanceof HostHeader.Literal literal) {
            return literal.authority();
        }
        return several.hostHeader() instanceof HostHeader.Original ? head.authority() : null;
    }

    /** Whether a body of the request is sent on. */
    boolean sendsBody(RequestHead head) {
        boolean meaningless = head.method().equals("GET") || head.method().equals("HEAD");
        boolean dropped = meaningless && route.target() instanceof Pool several && several.dropsGetBody();
        return head.hasBody() && !dropped;
    }

    boolean stripsPrefix() {
        return route.forwarding().stripPrefix();
    }

    boolean followsRedirects() {
        return !route.forwarding().manualRedirect();
    }

    /** How much of a request's body is kept, to be sent again to another origin or after a redirect that asks for it. */
    Replay replay() {
        if (route.target() instanceof Pool several && several.replayBytes() > 0) {
            return new Replay(several.replayBytes(), several.overflow() == Pool.Overflow.REFUSE);
        }
        return followsRedirects() ? new Replay(REDIRECTED_BYTES, false) : Replay.NONE;
    }

    /** What is taken off the front of a path: begins with {@code /} and does not end with it, or is empty. */
    String strippedPrefix() {
        return stripsPrefix() && !prefix.equals(PathPrefix.ROOT) ? prefix.text() : "";
    }

    /** The part of the path that stands below the upstream's base path. */
    String tail(RequestPath path) {
        return strippedPrefix().isEmpty() ? path.raw() : path.without(prefix);
    }

    /** The fields of an upstream request, without its {@code Host}. */
    FieldList upstreamHead(RequestHead head, @Nullable IpAddress client, String requestId) {
        FieldList fields = upstreamHeads.prepare(head, client == null ? null : client.toString(), requestId);
        if (pool.reads()) {
            removeStickyCookie(fields); // it is between the caller and us
        }
        return fields;
    }

    private static void removeStickyCookie(FieldList fields) {
        List<String> lines = fields.all("Cookie");
        if (lines.stream().allMatch(line -> Cookies.first(line, StickyCookie.NAME) == null)) {
            return;
        }
        fields.remove("Cookie");
        for (String line : lines) {
            String others = Cookies.without(line, StickyCookie.NAME);
            if (others != null) {
                fields.add("Cookie", others);
            }
        }
    }

    /** Why a request is not sent on, as the client sees it; null where nothing speaks against it. */
    Preview.@Nullable Refused refusal(RequestHead head) {
        RequestPath path = head.path();
        if (!path.isSafe() || path.leaves(prefix)) {
            return new Preview.Refused(400, "bad_path");
        }
        if (stripsPrefix() && !path.cutsCleanly(prefix)) {
            return new Preview.Refused(400, "bad_path");
        }
        if (route.forwarding().websocket() && isUpgrade(head)) {
            return new Preview.Refused(501, "upgrade_not_supported");
        }
        return null;
    }

    /** A WebSocket handshake (RFC 6455, section 4.1). */
    static boolean isUpgrade(RequestHead head) {
        String upgrade = head.header("upgrade");
        return upgrade != null && upgrade.equalsIgnoreCase("websocket") && head.header("sec-websocket-key") != null;
    }
}
