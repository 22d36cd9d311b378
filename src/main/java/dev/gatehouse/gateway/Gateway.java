package dev.gatehouse.gateway;

import dev.gatehouse.config.model.ServerSettings;
import dev.gatehouse.event.Events;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.forward.Admission;
import dev.gatehouse.forward.Forwarder;
import dev.gatehouse.forward.OwnAnswer;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The walk of one request: the only place where the order of steps is written.
 *
 * <p>Threads: shared; {@link #handle} runs on the container's thread and never waits.
 */
public final class Gateway {

    private final Supplier<Snapshot> current;
    private final FrontRules front;
    private final Forwarder forwarder;
    private final StatusDesk desk;
    private final Events events;
    private final RequestIds requestIds;
    private final LongSupplier nanoTime;

    /**
     * A gateway.
     *
     * @param current the configuration in force; asked once per request
     * @param front what holds before and after the table
     * @param forwarder carries requests
     * @param desk tells of the origins' health
     * @param events hears of each answered request; {@link Events#NONE} where nobody listens
     * @param random makes ids for requests that bring none
     * @param nanoTime the clock for durations
     */
    public Gateway(
            Supplier<Snapshot> current,
            FrontRules front,
            Forwarder forwarder,
            StatusDesk desk,
            Events events,
            Supplier<UUID> random,
            LongSupplier nanoTime) {
        this.current = current;
        this.front = front;
        this.forwarder = forwarder;
        this.desk = desk;
        this.events = events;
        this.requestIds = new RequestIds(random);
        this.nanoTime = nanoTime;
    }

    /** Takes a request; says whether it is ours. If not, nothing has been done to it. */
    public Handling handle(ClientRequest request) {
        Snapshot snapshot = current.get(); // one configuration for the whole exchange
        if (request.malformed() != 0) { // before any route: what cannot be read cannot be matched
            request.answer(snapshot.answers().error(request.head(), request.malformed(), "bad_request"));
            return Handling.HANDLED;
        }
        OwnAnswer turnedAway = snapshot.door().turnAway(request);
        if (turnedAway != null) {
            request.answer(turnedAway);
            return Handling.HANDLED;
        }
        if (!front.serves(request.head().host())) { // before any route: the visitor meant somebody else
            request.answer(snapshot.answers().error(request.head(), 421, "misdirected_request"));
            return Handling.HANDLED;
        }
        if (snapshot.door().isStatus(request.head())) {
            show(snapshot, request);
            return Handling.HANDLED;
        }
        Lane lane = snapshot.routes().match(request.head());
        if (lane == null) {
            return unmatched(request, snapshot);
        }
        String id = requestIds.choose(request, lane.trustsInboundId());
        LaneReport report = new LaneReport(lane, request.head(), id, events, nanoTime);
        pass(new Passage(lane, request, id, report));
        return Handling.HANDLED;
    }

    private void show(Snapshot snapshot, ClientRequest request) {
        Admission admission = desk.admission(snapshot, request.head());
        if (admission instanceof Admission.Answered answered) {
            request.answer(answered.answer());
        } else {
            forwarder.send(request.open(), desk.delivery(snapshot, request.head(), admission));
        }
    }

    private void pass(Passage passage) {
        Lane lane = passage.lane();
        Preview.Refused refusal =
                lane.refusal(passage.head()); // before guards: they must read the path as upstreams do
        if (refusal != null) {
            passage.answer(passage.error(refusal.status(), refusal.code()), Outcome.REFUSED);
            return;
        }
        Entrance entrance = new Entrance(passage);
        Admission admission = entrance.admission(lane.guards().judge(passage.guarded()));
        if (admission instanceof Admission.Answered answered) { // at once, without the cost of an exchange
            passage.answer(answered.answer(), answered.outcome());
        } else {
            forwarder.send(passage.request().open(), entrance.delivery(admission));
        }
    }

    /** A fault in the proxy itself, before the request became asynchronous: refused, never passed on unguarded. */
    public void answerFault(ClientRequest request) {
        request.answer(current.get().answers().error(request.head(), 500, "internal_error"));
    }

    /** Where there is nobody to pass a request on to. */
    public void answerNotFound(ClientRequest request) {
        request.answer(current.get().answers().error(request.head(), 404, "not_found"));
    }

    private Handling unmatched(ClientRequest request, Snapshot snapshot) {
        if (snapshot.door().refusesUnmatched()) {
            request.answer(snapshot.answers().error(request.head(), 404, "not_found"));
            return Handling.HANDLED;
        }
        if (front.unmatched() instanceof ServerSettings.Unmatched.Answer answer) {
            request.answer(snapshot.answers().edge(answer.answer(), request.mountPath(), null, isHead(request)));
            return Handling.HANDLED;
        }
        return Handling.PASS_ON;
    }

    private static boolean isHead(ClientRequest request) {
        return request.head().method().equals("HEAD");
    }
}
