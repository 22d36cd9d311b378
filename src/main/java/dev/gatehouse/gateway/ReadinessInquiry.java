package dev.gatehouse.gateway;

import dev.gatehouse.event.Outcome;
import dev.gatehouse.forward.Admission;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.Inquiry;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks one origin after the other whether it is ready, until one is. Nothing of the client's request is in the question.
 */
final class ReadinessInquiry implements Inquiry {

    private final ReadinessGate gate;
    private final List<Hop> hops;
    private final int at;
    private final Supplier<OwnAnswer> none;

    /**
     * A question to the origin at {@code at}.
     *
     * @param hops the origins in the order in which they are asked
     * @param none the answer where none is ready
     */
    ReadinessInquiry(ReadinessGate gate, List<Hop> hops, int at, Supplier<OwnAnswer> none) {
        this.gate = gate;
        this.hops = hops;
        this.at = at;
        this.none = none;
    }

    @Override
    public String method() {
        return "GET";
    }

    @Override
    public Hop hop() {
        return hops.get(at);
    }

    @Override
    public String path() {
        return hop().path(gate.rules().path());
    }

    @Override
    public @Nullable String query() {
        return null;
    }

    @Override
    public FieldList fields() {
        return gate.fields();
    }

    @Override
    public long timeoutNanos() {
        return gate.rules().timeout().toNanos();
    }

    @Override
    public Admission answered(int status, Fields fields, long length) {
        return status == gate.rules().status() ? new Admission.Chosen(hop()) : unanswered();
    }

    @Override
    public Admission unanswered() {
        return at + 1 < hops.size()
                ? new Admission.Asking(new ReadinessInquiry(gate, hops, at + 1, none))
                : new Admission.Answered(none.get(), Outcome.UNREACHABLE);
    }
}
