package dev.gatehouse.gateway;

import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.RewriteSkipped;
import dev.gatehouse.forward.Admission;
import dev.gatehouse.forward.ClientHead;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.Inquiry;
import dev.gatehouse.forward.Reception;
import dev.gatehouse.guard.ForwardAuthPolicy;
import dev.gatehouse.guard.Reason;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.rewrite.head.ResponseHeads;
import dev.gatehouse.transport.Origin;
import java.net.URI;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks the server that {@code forwardAuth} names whether one request may go on. */
final class AuthInquiry implements Inquiry {

    private final ForwardAuthPolicy policy;
    private final Hop hop;
    private final Passage passage;
    private final Function<Fields, Admission> onward;

    /**
     * A question.
     *
     * @param onward what happens when the request passes, given the fields of the verdict that travel on
     */
    AuthInquiry(ForwardAuthPolicy policy, Hop hop, Passage passage, Function<Fields, Admission> onward) {
        this.policy = policy;
        this.hop = hop;
        this.passage = passage;
        this.onward = onward;
    }

    /** The client's own, so that the server can judge by it. */
    @Override
    public String method() {
        return passage.head().method();
    }

    @Override
    public Hop hop() {
        return hop;
    }

    @Override
    public String path() {
        return Origin.pathOf(url());
    }

    @Override
    public @Nullable String query() {
        return url().getRawQuery();
    }

    private URI url() {
        return policy.rules().url();
    }

    @Override
    public FieldList fields() {
        String query = passage.head().query();
        String uri = passage.visiblePath() + (query == null ? "" : "?" + query);
        return policy.question(passage.head(), passage.request().clientAddress(), uri, passage.id());
    }

    @Override
    public long timeoutNanos() {
        return policy.rules().timeout().toNanos();
    }

    @Override
    public Admission answered(int status, Fields fields, long length) {
        return policy.admits(status)
                ? onward.apply(policy.copied(fields))
                : new Admission.Relayed(refusal(status, fields, length));
    }

    /** The refusal as it came, redirects to a sign-in page included, but for what belongs to that connection. */
    private Reception.Received refusal(int status, Fields fields, long length) {
        passage.report().refusedBy(Reason.FORWARD_AUTH);
        FieldList head = ResponseHeads.endToEnd(fields);
        passage.stamp(head);
        passage.dress(head);
        ClientHead client = ClientHead.relayed(status, head, length, passage.isHead());
        return new Reception.Received(client, null, false, RewriteSkipped.NOT_CONFIGURED, null);
    }

    @Override
    public Admission unanswered() {
        return policy.unanswered() instanceof Verdict.Refuse refuse
                ? new Admission.Answered(passage.refused(refuse), Outcome.REFUSED)
                : onward.apply(Verdict.PASS.upstream());
    }
}
