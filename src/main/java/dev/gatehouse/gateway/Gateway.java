package dev.gatehouse.gateway;

import dev.gatehouse.config.model.Respond;
import dev.gatehouse.config.model.ServerSettings;
import dev.gatehouse.event.Events;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.forward.Delivery;
import dev.gatehouse.forward.Forwarder;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.http.RequestHead;
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
    private final Events events;
    private final RequestIds requestIds;
    private final LongSupplier nanoTime;

    /**
     * A gateway.
     *
     * @param current the configuration in force; asked once per request
     * @param front what holds before and after the table
     * @param forwarder carries requests
     * @param events hears of each answered request; {@link Events#NONE} where nobody listens
     * @param random makes ids for requests that bring none
     * @param nanoTime the clock for durations
     */
    public Gateway(
            Supplier<Snapshot> current,
            FrontRules front,
            Forwarder forwarder,
            Events events,
            Supplier<UUID> random,
            LongSupplier nanoTime) {
        this.current = current;
        this.front = front;
        this.forwarder = forwarder;
        this.events = events;
        this.requestIds = new RequestIds(random);
        this.nanoTime = nanoTime;
    }

    /** Takes a request; says whether it is ours. If not, nothing has been done to it. */
    public Handling handle(ClientRequest request) {
        Snapshot snapshot = current.get(); // one configuration for the whole exchange
        if (request.malformed() != 0) { // before any route: what cannot be read cannot be matched
            request.answer(Answers.error(request.malformed(), "bad_request", null, isHead(request)));
            return Handling.HANDLED;
        }
        if (!front.serves(request.head().host())) { // before any route: the visitor meant somebody else
            request.answer(Answers.error(421, "misdirected_request", null, isHead(request)));
            return Handling.HANDLED;
        }
        Lane lane = snapshot.routes().match(request.head());
        if (lane == null) {
            return unmatched(request);
        }
        String id = requestIds.choose(request, lane.trustsInboundId());
        LaneReport report = new LaneReport(lane, request.head(), id, events, nanoTime);
        Preview.Refused refusal = lane.refusal(request.head()); // before edge answers: they are guarded like any other
        if (refusal != null) {
            report.settled("", refusal.status(), Outcome.REFUSED);
            request.answer(Answers.error(refusal.status(), refusal.code(), id, isHead(request)));
        } else if (lane.route().target() instanceof Respond respond) {
            OwnAnswer answer = Answers.edge(respond, request.mountPath(), id, isHead(request));
            report.settled("", answer.head().status(), Outcome.RESPONDED);
            request.answer(answer);
        } else {
            forwarder.send(request.open(), delivery(lane, request, id, report));
        }
        return Handling.HANDLED;
    }

    /** A fault in the proxy itself, before the request became asynchronous: refused, never passed on unguarded. */
    public void answerFault(ClientRequest request) {
        request.answer(Answers.error(500, "internal_error", null, isHead(request)));
    }

    /** Where there is nobody to pass a request on to. */
    public void answerNotFound(ClientRequest request) {
        request.answer(Answers.error(404, "not_found", null, isHead(request)));
    }

    private Handling unmatched(ClientRequest request) {
        if (front.unmatched() instanceof ServerSettings.Unmatched.Answer answer) {
            request.answer(Answers.edge(answer.answer(), request.mountPath(), null, isHead(request)));
            return Handling.HANDLED;
        }
        return Handling.PASS_ON;
    }

    private static boolean isHead(ClientRequest request) {
        return request.head().method().equals("HEAD");
    }

    private Delivery delivery(Lane lane, ClientRequest request, String id, LaneReport report) {
        RequestHead head = request.head();
        Hop hop = lane.hop();
        if (hop == null) {
            throw new IllegalStateException("a route without an upstream");
        }
        return new Delivery(
                hop,
                head.method(),
                lane.tail(head.path()),
                head.query(),
                lane.upstreamHead(head, request.clientAddress(), id),
                lane.limits(),
                lane.followsRedirects(),
                head.hasBody(),
                new ClientReception(lane, request, id),
                report);
    }
}
