package dev.gatehouse.gateway;

import dev.gatehouse.config.model.Respond;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.forward.Admission;
import dev.gatehouse.forward.Delivery;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.forward.mirror.MirrorRule;
import dev.gatehouse.guard.ForwardAuthPolicy;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.http.RequestHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns what guards decide about one request into what is done with it: refused, answered by the route itself, or sent
 * upstream, once the server that {@code forwardAuth} names has been asked.
 *
 * <p>Threads: one at a time.
 */
final class Entrance {

    private final Passage passage;
    private final Lane lane;
    private @Nullable FieldList upstream;

    Entrance(Passage passage) {
        this.passage = passage;
        this.lane = passage.lane();
    }

    /** What {@code verdict} means for the request. */
    Admission admission(Verdict verdict) {
        if (verdict instanceof Verdict.Pass pass) {
            return passed(pass);
        }
        if (verdict instanceof Verdict.Refuse refusal) {
            return new Admission.Answered(passage.refused(refusal), Outcome.REFUSED);
        }
        if (verdict instanceof Verdict.Preflight preflight) {
            return new Admission.Answered(passage.preflight(preflight.fields()), Outcome.RESPONDED);
        }
        upstream(); // here, on the thread that still owns the request
        return new Admission.Awaited(((Verdict.Later) verdict).verdict().thenApply(this::admission));
    }

    private Admission passed(Verdict.Pass pass) {
        passage.tell(pass.answer());
        carry(pass.upstream());
        ForwardAuthPolicy policy = lane.guards().forwardAuth();
        Hop asked = lane.authHop();
        if (policy == null || asked == null) {
            return onward();
        }
        if (policy.isCircle(passage.head())) {
            return new Admission.Answered(passage.refused(policy.circle()), Outcome.REFUSED);
        }
        return new Admission.Asking(new AuthInquiry(policy, asked, passage, verdict -> {
            carry(verdict);
            return onward();
        }));
    }

    /** What guards found out about the caller takes the place of what the upstream request said so far. */
    private void carry(Fields found) {
        if (found.size() == 0) {
            return;
        }
        FieldList fields = upstream();
        for (int i = 0; i < found.size(); i++) {
            fields.remove(found.name(i));
        }
        fields.addAll(found);
    }

    /** The head of the upstream request; made when it is first needed, for most refusals need none. */
    private FieldList upstream() {
        FieldList fields = upstream;
        if (fields == null) {
            fields = lane.upstreamHead(passage.head(), passage.request().clientAddress(), passage.id());
            upstream = fields;
        }
        return fields;
    }

    /** Where an admitted request goes. */
    private Admission onward() {
        return lane.route().target() instanceof Respond respond
                ? new Admission.Answered(passage.edge(respond), Outcome.RESPONDED)
                : granted();
    }

    /** At once, or when an origin has said that it is ready. */
    private Admission granted() {
        ReadinessGate gate = lane.gate();
        List<Hop> hops = passage.candidates().hops();
        if (gate == null || hops.isEmpty()) { // the walk says that nobody is alive
            return Admission.GRANTED;
        }
        return gate.missing() == null
                ? new Admission.Asking(new ReadinessInquiry(gate, hops, 0, this::notReady))
                : new Admission.Answered(notReady(), Outcome.REFUSED); // a question without the secret proves nothing
    }

    private OwnAnswer notReady() {
        return passage.error(503, "not_ready");
    }

    /** Where a copy of the request goes; null for nowhere. */
    private @Nullable MirrorRule mirror(RequestHead head) {
        MirrorRule rule = lane.mirror();
        return rule != null && rule.takes(head.method(), Lane.isUpgrade(head), passage.id()) ? rule : null;
    }

    /** What the exchange needs of the lane. */
    Delivery delivery(Admission admission) {
        RequestHead head = passage.head();
        return new Delivery(
                passage.candidates(),
                head.method(),
                lane.tail(head.path()),
                head.query(),
                upstream(),
                lane.host(head),
                lane.route().forwarding().deadlineHeader(),
                lane.limits(),
                lane.followsRedirects(),
                lane.sendsBody(head),
                lane.guards().maxBodyBytes(),
                lane.replay(),
                mirror(head),
                admission,
                new ClientReception(passage),
                passage.report());
    }
}
