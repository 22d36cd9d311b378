package dev.gatehouse.forward.mirror;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.event.MirrorEnd;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.transport.Alarms;
import dev.gatehouse.transport.Call;
import dev.gatehouse.transport.Drain;
import dev.gatehouse.transport.Reply;
import dev.gatehouse.transport.Transport;
import dev.gatehouse.transport.TransportFailure;
import dev.gatehouse.transport.UpstreamRequest;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One copy of a request on its way. Its answer is read away and shown to nobody.
 *
 * <p>A copy with a body is sent when the body is complete, so a slow mirror never holds up an upload, and neither does a slow
 * upload use up the mirror's time. It is sent once; redirects are answers like any other. Where answers are compared, both
 * are looked at while they pass.
 *
 * <p>Threads: begun by the exchange or by whoever reads the body, then called by the transport, one call at a time, and by
 * the alarm. Never waits for anything.
 */
public final class MirrorCopy implements BodyTaker {

    /** Marks a copy, for the mirror to know one by. */
    private static final String MARK = "x-jouska-mirror";

    private final Transport transport;
    private final Alarms alarms;
    private final MirrorRule rule;
    private final MirroredRequest request;
    private final FieldList fields;
    private final boolean awaitsBody;
    private final Runnable gone;
    private final CompletableFuture<MirrorEnd> end = new CompletableFuture<>();
    private final @Nullable TwoAnswers answers;
    private final long plannedAt;
    private volatile long startedAt;

    /**
     * Prepares a copy.
     *
     * @param gone is run once when the copy uses nothing any more
     */
    MirrorCopy(Transport transport, Alarms alarms, MirrorRule rule, MirroredRequest request, Runnable gone) {
        this.transport = transport;
        this.alarms = alarms;
        this.rule = rule;
        this.request = request;
        this.awaitsBody = request.hasBody() && rule.copiesBody(request.method());
        this.fields = new FieldList(request.fields().size() + 2)
                .add("Host", rule.origin().authority())
                .addAll(request.fields())
                .add(MARK, "1");
        this.gone = gone;
        this.answers = rule.compares() ? new TwoAnswers(end::complete) : null;
        this.plannedAt = alarms.nanoTime();
        this.startedAt = plannedAt;
    }

    /** What became of it. Settles always, and never fails. */
    public CompletionStage<MirrorEnd> end() {
        return end;
    }

    /** Whether it goes out by itself once it is given the body; if not, {@link #send()} sends it. */
    public boolean awaitsBody() {
        return awaitsBody;
    }

    /** Sends it without a body. */
    public void send() {
        send(null);
    }

    /** The request itself was answered with {@code body}, which is to be read as what this returns. */
    public BodySource compareTo(int status, BodySource body) {
        TwoAnswers both = answers;
        return both == null ? body : new WatchedAnswer(status, body, millisSince(plannedAt), both::main);
    }

    /** No more comes of the answer to the request itself, if there is one. */
    public void mainIsOver() {
        TwoAnswers both = answers;
        if (both != null) {
            both.giveUp(true);
        }
    }

    @Override
    public void whole(BodySource body) {
        send(body);
    }

    @Override
    public void incomplete() {
        settle(MirrorEnd.Way.BODY_OVER_LIMIT);
        gone.run();
    }

    private void send(@Nullable BodySource body) {
        startedAt = alarms.nanoTime();
        UpstreamRequest copy =
                new UpstreamRequest(request.method(), rule.path(request.tail()), request.query(), fields, body);
        new Sending().begin(copy);
    }

    private void settle(MirrorEnd.Way way) {
        MirrorEnd known = new MirrorEnd(rule.origin().authority(), way, millisSince(startedAt), null);
        if (way == MirrorEnd.Way.ANSWERED && answers != null) {
            answers.answered(known);
        } else {
            end.complete(known);
        }
    }

    private long millisSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(alarms.nanoTime() - nanoTime);
    }

    /** The copy on the wire: settled with the head of its answer, gone with the last byte of both bodies. */
    private final class Sending implements Reply {

        private final Alarms.Alarm alarm = alarms.open(this::tooSlow);
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile @Nullable Call call;
        private volatile boolean late;
        private volatile boolean hasAnswered;

        void begin(UpstreamRequest copy) {
            alarm.set(startedAt + rule.timeoutNanos());
            Call sent = transport.send(rule.origin(), copy, this);
            call = sent;
            if (late) { // the alarm came before there was anything to break off
                sent.abort(new CancellationException("the mirror is too slow"));
            }
        }

        private void tooSlow() {
            if (!hasAnswered) {
                settle(MirrorEnd.Way.TIMEOUT);
            }
            late = true;
            Call sent = call;
            if (sent != null) {
                sent.abort(new CancellationException("the mirror is too slow"));
            }
        }

        @Override
        public void earlyHints(Fields hints) {
            // nobody to tell
        }

        @Override
        public void head(int status, Fields lines, BodySource body) {
            hasAnswered = true;
            settle(MirrorEnd.Way.ANSWERED);
            alarm.set(alarms.nanoTime() + Drain.PATIENCE_NANOS); // for a mirror that answers and then takes its time
            TwoAnswers both = answers;
            if (both == null) {
                Drain.away(body, alarms);
            } else {
                readOn(new WatchedAnswer(status, body, millisSince(startedAt), both::mirror));
            }
        }

        private void readOn(WatchedAnswer answer) {
            while (true) {
                switch (answer.next()) {
                    case CHUNK -> {
                        answer.release();
                        if (answer.isBeyondBounds()) {
                            answer.cancel(new CancellationException("enough to compare"));
                            return;
                        }
                    }
                    case PENDING -> {
                        answer.demand(() -> readOn(answer));
                        return;
                    }
                    default -> {
                        return;
                    }
                }
            }
        }

        @Override
        public void failed(TransportFailure failure) {
            if (!hasAnswered) {
                settle(MirrorEnd.Way.UNREACHABLE);
            }
            if (answers != null) {
                answers.giveUp(false);
            }
            leave();
        }

        @Override
        public void finished() {
            leave();
        }

        private void leave() {
            if (over.compareAndSet(false, true)) {
                alarm.close();
                gone.run();
            }
        }
    }
}
