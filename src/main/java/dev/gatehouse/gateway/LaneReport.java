package dev.gatehouse.gateway;

import dev.gatehouse.event.Events;
import dev.gatehouse.event.MirrorEnd;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.event.Selection;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.Report;
import dev.gatehouse.guard.Reason;
import dev.gatehouse.http.RequestHead;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Makes the event of one request and tells it once. */
final class LaneReport implements Report {

    private static final Walked NOT_WALKED = new Walked(0, List.of(), null);

    private final Lane lane;
    private final String method;
    private final String path;
    private final String requestId;
    private final Events events;
    private final LongSupplier nanoTime;
    private final long matchedAt;
    private @Nullable Reason reason;
    private @Nullable Selection selection;
    private @Nullable CompletionStage<MirrorEnd> mirror;

    LaneReport(Lane lane, RequestHead head, String requestId, Events events, LongSupplier nanoTime) {
        this.lane = lane;
        this.method = head.method();
        this.path = head.path().raw();
        this.requestId = requestId;
        this.events = events;
        this.nanoTime = nanoTime;
        this.matchedAt = nanoTime.getAsLong();
    }

    @Override
    public boolean wantsStreams() {
        return events != Events.NONE;
    }

    @Override
    public void mirrored(CompletionStage<MirrorEnd> end) {
        mirror = end;
    }

    @Override
    public void answered(@Nullable Hop hop, int status, Walked walked, Outcome outcome, @Nullable Relayed relayed) {
        // who was asked whether the request may go on is no upstream of it
        String upstream =
                hop == null || walked.attempts() == 0 ? "" : hop.origin().authority();
        tell(upstream, status, walked, outcome, relayed);
    }

    /** The request was answered without an upstream. */
    void settled(int status, Outcome outcome) {
        tell("", status, NOT_WALKED, outcome, null);
    }

    /** Notes how the upstream was chosen. */
    void selected(@Nullable Selection chosen) {
        selection = chosen;
    }

    /** Notes which guard refuses, before the refusal is told. */
    void refusedBy(Reason guard) {
        reason = guard;
    }

    private void tell(String upstream, int status, Walked walked, Outcome outcome, @Nullable Relayed relayed) {
        if (events == Events.NONE) {
            return;
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - matchedAt);
        events.proxied(new ProxyEvent(
                lane.label(),
                requestId,
                upstream,
                method,
                path,
                status,
                millis,
                walked.attempts(),
                outcome,
                selection,
                walked.ejected().isEmpty() ? null : walked.ejected(),
                walked.limit(),
                outcome == Outcome.REFUSED && reason != null ? reason.text() : null,
                relayed != null && relayed.received().redirectRewritten(),
                relayed != null && relayed.received().rewriteSkipped() == null,
                relayed == null ? null : relayed.received().rewriteSkipped(),
                relayed == null ? null : relayed.inject(),
                relayed == null ? null : relayed.stream(),
                mirror));
    }
}
