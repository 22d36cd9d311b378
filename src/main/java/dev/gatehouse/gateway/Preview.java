package dev.gatehouse.gateway;

import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.forward.FailoverRule;
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
 * @param entry what becomes of it in front of all routes
 * @param findings what each route makes of the request, in table order
 * @param plan what happens to it; null where no route claims it, or none is asked
 * @param refusesUnmatched whether a request that no route claims is not found, whatever stands behind us
 */
public record Preview(
        Entry entry, List<Finding> findings, @Nullable Plan plan, boolean refusesUnmatched) {

    /** Copies the list. */
    public Preview {
        findings = List.copyOf(findings);
    }

    /** What becomes of a request before the routes are asked. */
    public sealed interface Entry {

        /** They are asked. */
        record In() implements Entry {}

        /**
         * The visitor is sent to https.
         *
         * @param url where to
         */
        record ToHttps(String url) implements Entry {}

        /**
         * It is turned away.
         *
         * @param refusal with what
         */
        record TurnedAway(Refused refusal) implements Entry {}

        /** It is for the page that tells of the origins' health. */
        record Status() implements Entry {}
    }

    /** One route's view. */
    public record Finding(RouteConfig route, RouteVerdict verdict) {}

    /**
     * What the route that won does.
     *
     * @param route the route
     * @param refusal why it refuses the request; null where it does not
     * @param request what is sent upstream; null where nothing is
     * @param walk who else may be asked
     * @param guards what each guard says, up to the first that refuses; one that only the running proxy can ask has no
     *     verdict
     * @param isPreflight whether the request is the question of a browser and answered by the route's {@code cors}
     */
    public record Plan(
            RouteConfig route,
            @Nullable Refused refusal,
            @Nullable UpstreamRequest request,
            Walk walk,
            List<GuardChain.Finding> guards,
            boolean isPreflight) {

        /** Copies the list. */
        public Plan {
            guards = List.copyOf(guards);
        }
    }

    /**
     * The upstreams beside the one that a request is said to be sent to.
     *
     * @param standBy the authorities that are tried after that, in this order, where failures lead on
     * @param isByChance whether the order is one of several, drawn for each request anew; then it is the declared one here
     * @param failover which failures lead on
     */
    public record Walk(List<String> standBy, boolean isByChance, FailoverRule failover) {

        /** Nobody else is asked. */
        static final Walk NONE = new Walk(List.of(), false, FailoverRule.NONE);

        /** Copies the list. */
        public Walk {
            standBy = List.copyOf(standBy);
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
        Entry entry = entry(snapshot.door(), head);
        List<Finding> findings = snapshot.routes().explain(head).stream()
                .map(one -> new Finding(one.target().route(), one.verdict()))
                .toList();
        Lane lane = entry instanceof Entry.In ? snapshot.routes().match(head) : null;
        Plan plan = lane == null ? null : plan(lane, new GuardedRequest(head, address, country, ""), requestId);
        return new Preview(entry, findings, plan, snapshot.door().refusesUnmatched());
    }

    private static Entry entry(FrontDoor door, RequestHead head) {
        if (door.sendsToHttps(head)) {
            return new Entry.ToHttps(door.httpsUrl(head, ""));
        }
        Refused refusal = door.refusal(head);
        if (refusal != null) {
            return new Entry.TurnedAway(refusal);
        }
        return door.isStatus(head) ? new Entry.Status() : new Entry.In();
    }

    private static Plan plan(Lane lane, GuardedRequest guarded, String requestId) {
        RequestHead head = guarded.head();
        Refused refusal = lane.refusal(head);
        if (refusal != null) {
            return new Plan(lane.route(), refusal, null, Walk.NONE, List.of(), false);
        }
        List<GuardChain.Finding> guards = lane.guards().explain(guarded);
        for (GuardChain.Finding finding : guards) {
            if (finding.verdict() instanceof Verdict.Refuse refuse) {
                return new Plan(
                        lane.route(), new Refused(refuse.status(), refuse.code()), null, Walk.NONE, guards, false);
            }
        }
        boolean preflight = lane.guards().answersPreflight(guarded);
        LanePool pool = lane.pool();
        List<Hop> hops = pool.isByChance()
                ? pool.hops()
                : pool.draw(head, guarded.address()).candidates().hops();
        UpstreamRequest request =
                hops.isEmpty() || preflight ? null : request(lane, hops.get(0), head, guarded.address(), requestId);
        Walk walk = new Walk(standBy(hops), pool.isByChance(), pool.failover());
        return new Plan(lane.route(), null, request, walk, guards, preflight);
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
