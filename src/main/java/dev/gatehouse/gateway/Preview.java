package dev.gatehouse.gateway;

import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.guard.GuardChain;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.http.Fields;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.route.RouteVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway would do with a request, worked out with the gateway's own rules. Nothing is sent.
 *
 * @param findings what each route makes of the request, in table order
 * @param plan what happens to it; null where no route claims it
 */
public record Preview(List<Finding> findings, @Nullable Plan plan) {

    /** Copies the list. */
    public Preview {
        findings = List.copyOf(findings);
    }

    /** One route's view. */
    public record Finding(RouteConfig route, RouteVerdict verdict) {}

    /**
     * What the route that won does.
     *
     * @param route the route
     * @param refusal why it refuses the request; null where it does not
     * @param request what is sent upstream; null where nothing is
     * @param standBy the authorities that are tried after that, in this order, where failures lead on
     * @param guards what each guard says, up to the first that refuses; one that only the running proxy can ask has no
     *     verdict
     * @param isPreflight whether the request is the question of a browser and answered by the route's {@code cors}
     */
    public record Plan(
            RouteConfig route,
            @Nullable Refused refusal,
            @Nullable UpstreamRequest request,
            List<String> standBy,
            List<GuardChain.Finding> guards,
            boolean isPreflight) {

        /** Copies the lists. */
        public Plan {
            standBy = List.copyOf(standBy);
            guards = List.copyOf(guards);
        }
    }

    /** A refusal, as the client sees it. */
    public record Refused(int status, String code) {}

    /**
     * An upstream request.
     *
     * @param url the literal URL
     * @param fields its field lines, {@code Host} first
     */
    public record UpstreamRequest(String method, String url, Fields fields) {}

    /**
     * Looks ahead.
     *
     * @param address the caller's address; null for none that can be trusted
     * @param country the caller's country; null for one that is not known
     * @param requestId what stands for the id that the request would get
     */
    public static Preview of(
            Snapshot snapshot,
            RequestHead head,
            @Nullable IpAddress address,
            @Nullable String country,
            String requestId) {
        List<Finding> findings = snapshot.routes().explain(head).stream()
                .map(one -> new Finding(one.target().route(), one.verdict()))
                .toList();
        Lane lane = snapshot.routes().match(head);
        return new Preview(
                findings, lane == null ? null : plan(lane, new GuardedRequest(head, address, country, ""), requestId));
    }

    private static Plan plan(Lane lane, GuardedRequest guarded, String requestId) {
        RequestHead head = guarded.head();
        Refused refusal = lane.refusal(head);
        if (refusal != null) {
            return new Plan(lane.route(), refusal, null, List.of(), List.of(), false);
        }
        List<GuardChain.Finding> guards = lane.guards().explain(guarded);
        for (GuardChain.Finding finding : guards) {
            if (finding.verdict() instanceof Verdict.Refuse refuse) {
                return new Plan(
                        lane.route(), new Refused(refuse.status(), refuse.code()), null, List.of(), guards, false);
            }
        }
        boolean preflight = lane.guards().answersPreflight(guarded);
        List<Hop> hops = lane.pool().draw(head, guarded.address()).candidates().hops();
        UpstreamRequest request =
                hops.isEmpty() || preflight ? null : request(lane, hops.get(0), head, guarded.address(), requestId);
        return new Plan(lane.route(), null, request, standBy(hops), guards, preflight);
    }

    private static List<String> standBy(List<Hop> hops) {
        return hops.stream().skip(1).map(hop -> hop.origin().authority()).toList();
    }

    private static UpstreamRequest request(
            Lane lane, Hop hop, RequestHead head, @Nullable IpAddress address, String requestId) {
        String query = head.query();
        String url = hop.origin().uri() + hop.path(lane.tail(head.path())) + (query == null ? "" : "?" + query);
        Fields fields = hop.head(lane.upstreamHead(head, address, requestId), lane.host(head));
        return new UpstreamRequest(head.method(), url, fields);
    }
}
