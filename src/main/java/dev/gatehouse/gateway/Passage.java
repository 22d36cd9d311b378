package dev.gatehouse.gateway;

import dev.gatehouse.config.model.Respond;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.forward.Candidates;
import dev.gatehouse.forward.Failure;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.guard.CorsPolicy;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Reason;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.upstream.pick.StickyCookie;

/**
 * One request on its lane: whatever answer it gets, it gets here what every answer of the lane carries.
 *
 * <p>Threads: one at a time.
 */
final class Passage {

    private final Lane lane;
    private final ClientRequest request;
    private final String id;
    private final LaneReport report;
    private final LanePool.Draw draw;
    private Fields told = Verdict.PASS.answer();

    Passage(Lane lane, ClientRequest request, String id, LaneReport report) {
        this.lane = lane;
        this.request = request;
        this.id = id;
        this.report = report;
        this.draw = lane.pool().draw(request.head(), request.clientAddress());
        report.selected(draw.selection());
    }

    /** The upstreams that were chosen for the request. */
    Candidates candidates() {
        return draw.candidates();
    }

    /** Gives the caller a cookie that names {@code answered}, where the lane keeps callers and this one is new to it. */
    void keepAt(Hop answered, FieldList head) {
        if (draw.wantsCookie()) {
            boolean secure = request.head().scheme().equals("https");
            head.add("Set-Cookie", StickyCookie.line(answered.origin().authority(), request.mountPath(), secure));
        }
    }

    Lane lane() {
        return lane;
    }

    ClientRequest request() {
        return request;
    }

    RequestHead head() {
        return request.head();
    }

    String id() {
        return id;
    }

    LaneReport report() {
        return report;
    }

    boolean isHead() {
        return request.head().method().equals("HEAD");
    }

    /** The raw path as the visitor sees it, mount included. */
    String visiblePath() {
        return request.mountPath() + request.head().path().raw();
    }

    /** The request as guards see it. */
    GuardedRequest guarded() {
        String country = lane.guards().needsCountry() ? request.country() : null;
        return new GuardedRequest(request.head(), request.clientAddress(), country, request.mountPath());
    }

    /** Keeps what guards tell the caller for the answer, whichever that will be. */
    void tell(Fields fields) {
        told = fields;
    }

    /** An error that no guard is behind. */
    OwnAnswer error(int status, String code) {
        return dressed(lane.answers().error(head(), status, code, id, ""));
    }

    /** The answer to a request that a guard refused; the event will name the guard. */
    OwnAnswer refused(Verdict.Refuse refusal) {
        report.refusedBy(refusal.reason());
        OwnAnswer answer = lane.answers().error(head(), refusal.status(), refusal.code(), id, "");
        return dressed(answer, refusal.fields());
    }

    /** The answer for the lack of one; {@code reason} says in a few fixed words how the last attempt failed. */
    OwnAnswer failed(Failure failure, String reason) {
        if (failure == Failure.TOO_LARGE) {
            report.refusedBy(Reason.BODY_SIZE);
        }
        return dressed(lane.answers().failure(failure, reason, lane, head(), id));
    }

    /** The answer to a preflight. */
    OwnAnswer preflight(Fields admitted) {
        FieldList fields = FieldList.joined(admitted, Verdict.PASS.answer());
        stamp(fields);
        return OwnAnswer.empty(204, fields);
    }

    /** What the route answers for itself. */
    OwnAnswer edge(Respond respond) {
        return dressed(lane.answers().edge(respond, request.mountPath(), id, isHead()));
    }

    /** The outcome of {@code answer} goes into the event, and the answer to the client, here and now. */
    void answer(OwnAnswer answer, Outcome outcome) {
        report.settled(answer.head().status(), outcome);
        request.answer(answer);
    }

    /** Puts the id of the exchange on {@code head}, where answers carry it. */
    void stamp(FieldList head) {
        lane.answers().stamp(head, id);
    }

    /** Puts on {@code head} what every answer of the lane carries. */
    void dress(FieldList head) {
        head.addAll(told);
        CorsPolicy cors = lane.guards().cors();
        if (cors != null) {
            cors.decorate(head, request.head());
        }
    }

    private OwnAnswer dressed(OwnAnswer answer) {
        return dressed(answer, Verdict.PASS.answer());
    }

    private OwnAnswer dressed(OwnAnswer answer, Fields more) {
        if (more.size() == 0 && told.size() == 0 && lane.guards().cors() == null) {
            return answer;
        }
        FieldList fields = FieldList.joined(answer.head().fields(), more);
        dress(fields);
        return answer.with(fields);
    }
}
