package dev.gatehouse.forward;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.config.model.FailureKind;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.StreamEnd;
import dev.gatehouse.forward.mirror.MirrorCopy;
import dev.gatehouse.forward.mirror.MirroredRequest;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.transport.Alarms;
import dev.gatehouse.transport.Drain;
import dev.gatehouse.transport.TransportFailure;
import dev.gatehouse.transport.UpstreamRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client request and everything done to answer it.
 *
 * <pre>
 *  JUDGING ──▶ ASKING          (where a guard or another server has yet to say whether it may go on)
 *     └───┬──────┴──refused──▶ ANSWERING or RELAYING
 *   ATTEMPTING ──head──▶ RELAYING ──last byte──▶ ENDED
 *     │   ▲                 └──broken, late, client gone──▶ ENDED
 *  failure└─PAUSING
 *     └──no further try──▶ ANSWERING ──▶ ENDED
 * </pre>
 *
 * <p>Threads: the container, the transport and the timer all wake an exchange; whoever comes first does the work, and
 * those who come meanwhile only leave a mark and go ({@link #wake}). So everything below {@link #work} happens one step
 * at a time, each seeing what the one before did, and no thread ever waits for another.
 */
public final class Exchange implements ClientSide.Signals, Walk.Repeats, Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    /** How long the rest of an upload may take that only a mirror wants. */
    private static final long COPY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Forwarder forwarder;
    private final ClientSide client;
    private final Delivery delivery;
    private final long startedAt;

    // Marks left by whoever wakes the exchange.
    private final AtomicInteger pending = new AtomicInteger();
    private volatile @Nullable Throwable gone;
    private volatile boolean breakingOff;
    private volatile boolean hinting;
    private volatile @Nullable Admission settled;

    // Touched within work() only.
    private final Alarms.Alarm alarm;
    private Phase phase = Phase.ATTEMPTING;
    private long headBy;
    private final Walk walk;
    private @Nullable Attempt held;
    private int hops;
    private boolean redirected;
    private boolean answeredByHeld;
    private String method;
    private FieldList fields;
    private Upload upload = Upload.NONE;
    private @Nullable Attempt attempt;
    private @Nullable Relaying relaying;
    private @Nullable ByteBuffer ownBody;
    private @Nullable Inquiry inquiry;
    private @Nullable Hop pausedFor;
    private final ExchangeNews news;

    Exchange(Forwarder forwarder, ClientSide client, Delivery delivery) {
        this.forwarder = forwarder;
        this.client = client;
        this.delivery = delivery;
        this.startedAt = forwarder.alarms.nanoTime();
        this.method = delivery.method();
        this.fields = delivery.fields();
        this.walk = new Walk(delivery.candidates(), delivery.limits().retry(), delivery.method(), this);
        this.news = new ExchangeNews(delivery.report());
        this.alarm = forwarder.alarms.open(this);
    }

    /** How long ago the exchange began. */
    long ageNanos() {
        return forwarder.alarms.nanoTime() - startedAt;
    }

    /** The client's end. */
    ClientSide client() {
        return client;
    }

    void begin() {
        pending.incrementAndGet(); // nobody else works before the first attempt is out
        forwarder.live.add(this);
        client.listen(this);
        try {
            enter(delivery.admission());
        } catch (RuntimeException fault) {
            fault(fault);
        }
        settle(1);
    }

    /** The client's end may take more, or nothing has changed: looking again does no harm. */
    @Override
    public void writable() {
        wake();
    }

    @Override
    public void clientGone(Throwable cause) {
        gone = cause;
        wake();
    }

    /** The alarm rings. */
    @Override
    public void run() {
        wake();
    }

    /** The proxy is stopping: what is still under way is broken off. */
    void breakOff() {
        breakingOff = true;
        wake();
    }

    private void wake() {
        if (pending.getAndIncrement() == 0) {
            settle(work(1));
        }
    }

    private void settle(int seen) {
        for (int left = pending.addAndGet(-seen); left != 0; left = pending.addAndGet(-left)) {
            work(left);
        }
    }

    private int work(int seen) {
        try {
            step();
        } catch (RuntimeException | Error fault) { // whatever it is, the exchange must not be left hanging
            fault(fault);
        }
        return seen;
    }

    private void step() {
        if (phase == Phase.ENDED || hinting) {
            return;
        }
        Throwable left = gone;
        if (left != null) {
            clientLeft(left);
        } else if (breakingOff) {
            stopNow();
        } else {
            switch (phase) {
                case JUDGING -> lookForAdmission();
                case ASKING -> lookForVerdict(current());
                case ATTEMPTING -> look(current());
                case PAUSING -> tryAgainIfDue();
                case RELAYING -> relay();
                case ANSWERING -> writeOwn();
                case ENDED -> {}
            }
        }
    }

    // Being admitted

    private void enter(Admission admission) {
        if (admission instanceof Admission.Granted) {
            firstAttempt(null);
        } else if (admission instanceof Admission.Chosen chosen) {
            firstAttempt(chosen.hop());
        } else if (admission instanceof Admission.Answered answered) {
            answer(answered.answer(), answered.outcome());
        } else if (admission instanceof Admission.Asking asking) {
            ask(asking.inquiry());
        } else if (admission instanceof Admission.Awaited awaited) {
            await(awaited);
        } else if (admission instanceof Admission.Relayed) {
            throw new IllegalStateException("relayed without an answer");
        }
    }

    private void await(Admission.Awaited awaited) {
        phase = Phase.JUDGING;
        headBy = startedAt + delivery.limits().total();
        alarm.set(headBy);
        awaited.settled().whenComplete((admission, failure) -> {
            settled = failure == null
                    ? admission
                    : new Admission.Answered(delivery.reception().failed(Failure.FAULT, ""), Outcome.REFUSED);
            wake();
        });
    }

    private void lookForAdmission() {
        Admission admission = settled;
        if (admission != null) {
            enter(admission);
        } else if (forwarder.alarms.nanoTime() - headBy >= 0) {
            fail(Failure.TIMEOUT);
        }
    }

    private void ask(Inquiry question) {
        phase = Phase.ASKING;
        inquiry = question;
        headBy = forwarder.alarms.nanoTime() + question.timeoutNanos();
        alarm.set(headBy);
        Attempt asked = new Attempt(question.hop(), question.path(), question.query(), this::wake);
        FieldList head = question.hop().head(question.fields(), null);
        send(asked, new UpstreamRequest(question.method(), asked.path, asked.query, head, null));
    }

    private void lookForVerdict(Attempt asked) {
        Inquiry question = inquiry;
        if (question == null) {
            throw new IllegalStateException("no question");
        }
        BodySource body = asked.body();
        boolean late = forwarder.alarms.nanoTime() - headBy >= 0;
        if (body != null) {
            settle(asked, body, question.answered(asked.status(), asked.fields(), body.length()));
        } else if (asked.failure() != null || late) {
            asked.stop(new CancellationException("no verdict in time"));
            attempt = null;
            enter(question.unanswered());
        }
    }

    private void settle(Attempt asked, BodySource body, Admission admission) {
        if (admission instanceof Admission.Relayed relayed) {
            receive(asked, body, relayed.received(), Outcome.REFUSED);
        } else {
            Drain.away(body, forwarder.alarms);
            attempt = null;
            enter(admission);
        }
    }

    // Asking upstreams

    /** Begins to ask upstreams; {@code chosen} is the only one, null for the way that the route has. */
    private void firstAttempt(@Nullable Hop chosen) {
        BodySource body;
        try {
            body = delivery.hasBody() ? client.body() : null;
        } catch (UncheckedIOException ended) {
            clientLeft(ended);
            return;
        }
        upload = Upload.of(body, delivery, prepareCopy(body != null));
        try {
            begin(chosen == null ? walk.begin() : walk.only(chosen));
        } finally {
            upload.sendCopy(); // after the request itself, which must not wait for it
        }
    }

    private void begin(@Nullable Hop hop) {
        if (hop == null) {
            boolean busy = walk.isHeldBack();
            answer(
                    delivery.reception().failed(busy ? Failure.BUSY : Failure.NONE_ALIVE, ""),
                    busy ? Outcome.REFUSED : Outcome.UNREACHABLE);
        } else {
            attempt(hop);
        }
    }

    /** By its method, and where its body is there again; never once a redirect has changed it. */
    @Override
    public boolean possible() {
        if (redirected) {
            return false;
        }
        return delivery.candidates().failover().anyMethod()
                ? upload.isReplayable()
                : RetryRule.isRepeatable(method, upload.hasBody());
    }

    @Override
    public boolean prepare() {
        return upload.retract();
    }

    /** The copy of the request for the mirror; null for none. */
    private @Nullable MirrorCopy prepareCopy(boolean hasBody) {
        if (delivery.mirror() == null) {
            return null;
        }
        MirrorCopy prepared = forwarder.mirrors.prepare(
                delivery.mirror(), new MirroredRequest(method, delivery.tail(), delivery.query(), fields, hasBody));
        if (prepared != null) {
            delivery.report().mirrored(prepared.end());
        }
        return prepared;
    }

    private void attempt(Hop hop) {
        phase = Phase.ATTEMPTING;
        long now = forwarder.alarms.nanoTime();
        headBy = Math.min(
                now + delivery.limits().head(), startedAt + delivery.limits().total());
        alarm.set(headBy);
        String field = delivery.deadlineField();
        if (field != null) {
            fields.set(field, Long.toString(TimeUnit.NANOSECONDS.toMillis(headBy - now)));
        }
        send(hop, hop.path(delivery.tail()), delivery.query(), delivery.host());
    }

    /** Sends the client's request with what there is of its body; {@code host} is null for the origin's own name. */
    private void send(Hop hop, String path, @Nullable String query, @Nullable String host) {
        Attempt next = new Attempt(hop, path, query, this::wake);
        send(next, new UpstreamRequest(method, path, query, hop.head(fields, host), upload.open()));
    }

    private void send(Attempt next, UpstreamRequest request) {
        attempt = next;
        next.sentAs(forwarder.transport.send(next.hop.origin(), request, next));
    }

    private Attempt current() {
        Attempt now = attempt;
        if (now == null) {
            throw new IllegalStateException("no attempt");
        }
        return now;
    }

    private void look(Attempt now) {
        Fields hints = now.takeHints();
        if (hints != null) {
            passOn(now.hop, hints);
            return;
        }
        TransportFailure failure = now.failure();
        BodySource body = now.body();
        if (failure != null) {
            attemptFailed(now, FailureKind.UNREACHABLE, failure);
        } else if (body != null) {
            headArrived(now, body);
        } else if (forwarder.alarms.nanoTime() - headBy >= 0) {
            now.stop(new CancellationException("no response head in time"));
            attemptFailed(now, FailureKind.TIMEOUT, null);
        }
    }

    /** Containers write hints blocking, so they are written by a worker; until then everything else waits. */
    private void passOn(Hop hop, Fields hints) {
        Fields mapped = delivery.reception().hints(hop, hints);
        hinting = true;
        forwarder.workers.execute(() -> {
            client.earlyHints(mapped);
            hinting = false;
            wake();
        });
    }

    private void attemptFailed(Attempt failed, FailureKind kind, @Nullable TransportFailure cause) {
        if (upload.isTooLarge()) {
            tooLarge();
            return;
        }
        LOG.debug("an attempt at {} failed: {}", failed.hop.origin().authority(), kind, cause);
        if (cause != null && cause.kind() == TransportFailure.Kind.FORBIDDEN_ADDRESS) {
            walk.refused(FailureReason.of(cause)); // we did not want to, so nobody else is to be asked in its place
            endWalk(Failure.UNREACHABLE);
            return;
        }
        String how = kind == FailureKind.TIMEOUT ? FailureReason.TIMEOUT : FailureReason.of(cause);
        if (!goOn(walk.failed(failed.hop, kind, how, remaining()))) {
            endWalk(kind == FailureKind.TIMEOUT ? Failure.TIMEOUT : Failure.UNREACHABLE);
        }
    }

    /** What is left of the total deadline, in nanoseconds. */
    private long remaining() {
        return startedAt + delivery.limits().total() - forwarder.alarms.nanoTime();
    }

    /** Whether another attempt follows. */
    private boolean goOn(Walk.Next decision) {
        if (!(decision instanceof Walk.Next.Attempt next)) {
            return false;
        }
        pausedFor = next.hop();
        phase = Phase.PAUSING;
        headBy = forwarder.alarms.nanoTime() + next.delayNanos();
        tryAgainIfDue();
        return true;
    }

    private void tryAgainIfDue() {
        Hop next = pausedFor;
        if (next != null && forwarder.alarms.nanoTime() - headBy >= 0) {
            attempt(next);
        } else {
            alarm.set(headBy);
        }
    }

    /** No further attempt: the last answer that was held for want of a better one is the answer, if there is one. */
    private void endWalk(Failure failure) {
        Attempt last = held;
        BodySource body = last == null ? null : last.body();
        if (last != null && body != null) {
            held = null;
            attempt = last;
            answeredByHeld = true;
            accept(last, body);
        } else {
            fail(failure);
        }
    }

    /** Keeps an answer that counts as a failure, in place of one that was kept before. */
    private void hold(Attempt answer) {
        letGoOfHeld();
        held = answer;
    }

    private void letGoOfHeld() {
        Attempt before = held;
        if (before != null) {
            held = null;
            before.stop(new CancellationException("another answer came"));
        }
    }

    private void headArrived(Attempt now, BodySource body) {
        if (now.status() == 101) { // we never ask for another protocol here
            now.stop(new CancellationException("protocol switched unasked"));
            attemptFailed(now, FailureKind.UNREACHABLE, null);
        } else if (!delivery.followRedirects() || !follow(now, body)) {
            judgeAnswer(now, body);
        }
    }

    private void judgeAnswer(Attempt now, BodySource body) {
        if (walk.isFailure(now.status()) && !upload.isTooLarge()) {
            boolean isSent = upload.isSent(); // asked before the body may be taken back
            Walk.Next next = walk.answeredBadly(now.hop, now.status(), remaining());
            putAside(now, body, isSent);
            if (!goOn(next)) {
                endWalk(Failure.UNREACHABLE);
            }
            return;
        }
        letGoOfHeld();
        walk.answered(now.hop, now.status());
        accept(now, body);
    }

    /** An answer that counts as a failure is kept where it may be the last one, and got rid of where it may not. */
    private void putAside(Attempt answer, BodySource body, boolean isSent) {
        if (walk.keepsLast()) {
            hold(answer);
        } else if (isSent) {
            Drain.away(body, forwarder.alarms);
        } else {
            answer.stop(new CancellationException("failed before the upload was over"));
        }
    }

    private boolean follow(Attempt now, BodySource body) {
        RedirectRule.Follow next = RedirectRule.follow(
                now.hop,
                now.path,
                method,
                !upload.isReplayable(),
                now.status(),
                now.fields().first("Location"),
                hops);
        if (next == null || !takeBodyAlong(now, body, next)) {
            return false;
        }
        hops++;
        redirected |= next.foreign() || !method.equals(next.method());
        method = next.method();
        if (next.foreign()) {
            fields.remove("Authorization").remove("Cookie");
        }
        send(
                next.hop(),
                next.path(),
                next.query(),
                next.foreign() ? null : delivery.host()); // within the deadline of the attempt that began it
        return true;
    }

    /** Whether the request that follows has what it needs of the body: it is repeated, or dropped with the method. */
    private boolean takeBodyAlong(Attempt now, BodySource answer, RedirectRule.Follow next) {
        boolean isSent = upload.isSent();
        if (next.method().equals(method)) {
            if (!upload.retract()) {
                return false; // more of it was read while the redirect was looked at
            }
            if (!isSent) {
                now.stop(new CancellationException("redirected before the upload was over"));
                return true;
            }
        } else if (upload.hasBody()) {
            upload.drop();
            fields.remove("Content-Type");
        }
        Drain.away(answer, forwarder.alarms);
        return true;
    }

    // Relaying

    private void accept(Attempt now, BodySource body) {
        if (upload.isTooLarge()) { // an answer to half a request is none
            now.stop(new CancellationException("the client's body is too long"));
            tooLarge();
            return;
        }
        Reception.Received received =
                delivery.reception().receive(now.hop, now.path, now.status(), now.fields(), body.length());
        receive(now, upload.compared(now.status(), body), received, Outcome.OK);
    }

    private void receive(Attempt now, BodySource body, Reception.Received received, Outcome outcome) {
        phase = Phase.RELAYING;
        ClientHead head = received.head();
        client.begin(head);
        ResponsePump pump = new ResponsePump(body, client, received.filter(), head.hasBody(), this::wake);
        relaying = new Relaying(pump, client, delivery.limits(), forwarder.alarms, alarm);
        walk.giveBack();
        upload.settle();
        news.relayed(now.hop, walk.walked(), outcome, received);
        relay();
    }

    private void relay() {
        Relaying body = relaying;
        if (body == null) {
            throw new IllegalStateException("no response");
        }
        try {
            StreamEnd.Way ended = body.goOn();
            if (ended == StreamEnd.Way.COMPLETE) {
                end(ended);
            } else if (ended != null) {
                broken(ended);
            }
        } catch (IOException clientFailure) {
            clientLeft(clientFailure);
        }
    }

    // Ending

    private void fail(Failure failure) {
        Outcome outcome = failure == Failure.TIMEOUT ? Outcome.TIMEOUT : Outcome.UNREACHABLE;
        answer(delivery.reception().failed(failure, walk.reason()), outcome);
    }

    private void tooLarge() {
        answer(delivery.reception().failed(Failure.TOO_LARGE, ""), Outcome.REFUSED);
    }

    private void answer(OwnAnswer answer, Outcome outcome) {
        phase = Phase.ANSWERING;
        alarm.set(Alarms.NEVER);
        walk.giveBack();
        letGoOfHeld();
        news.answered(lastHop(), answer.head().status(), walk.walked(), outcome);
        client.begin(answer.head());
        ownBody = answer.head().hasBody() ? answer.body() : null;
        if (upload.awaitsCopy()) {
            headBy = forwarder.alarms.nanoTime() + COPY_NANOS;
            alarm.set(headBy);
            upload.readForCopy(this::wake);
        }
        writeOwn();
    }

    private void writeOwn() {
        try {
            if (!client.isWritable()) {
                return;
            }
            ByteBuffer waiting = ownBody;
            if (waiting != null) {
                ownBody = null;
                client.write(waiting);
            }
            if (client.isWritable() && !staysForCopy() && client.finish()) {
                end(StreamEnd.Way.COMPLETE);
            }
        } catch (IOException clientFailure) {
            clientLeft(clientFailure);
        }
    }

    /** Whether the request stays open for its mirror's sake, while the client has the answer already. */
    private boolean staysForCopy() throws IOException {
        if (!upload.awaitsCopy() || forwarder.alarms.nanoTime() - headBy >= 0) {
            return false;
        }
        if (client.pause()) {
            client.hurry();
        }
        return true;
    }

    private void clientLeft(Throwable cause) {
        LOG.debug("the client left", cause);
        if (!news.isTold()) {
            news.answered(lastHop(), 499, walk.walked(), Outcome.CLIENT_CLOSED);
        }
        // A client may hang up on the last byte that was announced, before it is told that it was the last.
        Relaying body = relaying;
        boolean hasAll = body != null && body.isAllPassedOn();
        stopUpstream(cause);
        client.abandon();
        end(hasAll ? StreamEnd.Way.COMPLETE : StreamEnd.Way.CLIENT_CLOSED);
    }

    private void stopNow() {
        breakingOff = false;
        if (phase == Phase.RELAYING || phase == Phase.ANSWERING) {
            broken(StreamEnd.Way.UPSTREAM_RESET);
        } else {
            upload.abandonCopy(); // there is no time left to read on for it
            stopUpstream(new CancellationException("the proxy stops"));
            fail(Failure.UNREACHABLE);
        }
    }

    private void broken(StreamEnd.Way way) {
        stopUpstream(new CancellationException(way.text()));
        client.breakOff();
        end(way);
    }

    private void fault(Throwable fault) {
        LOG.error("fault in an exchange", fault);
        if (phase == Phase.ENDED) {
            return;
        }
        if (phase == Phase.RELAYING || phase == Phase.ANSWERING) {
            broken(StreamEnd.Way.UPSTREAM_RESET);
            return;
        }
        stopUpstream(fault);
        try {
            fail(Failure.FAULT);
        } catch (RuntimeException again) {
            LOG.error("fault while answering a fault", again);
            broken(StreamEnd.Way.UPSTREAM_RESET);
        }
    }

    private void stopUpstream(Throwable cause) {
        Attempt now = attempt;
        if (now != null) {
            now.stop(cause);
        }
    }

    /** The one place where an exchange ends. The container's request and response must not be touched after it. */
    private void end(StreamEnd.Way way) {
        phase = Phase.ENDED;
        walk.giveBack();
        letGoOfHeld();
        alarm.close();
        forwarder.live.remove(this);
        upload.end();
        if (answeredByHeld || !upload.isSent()) { // its own upload may have gone to a later attempt
            stopUpstream(new CancellationException("answered before the upload was over"));
        }
        Relaying body = relaying;
        if (body != null) {
            news.ended(body.ended(way));
        }
    }

    private @Nullable Hop lastHop() {
        Attempt last = attempt;
        return last == null ? null : last.hop;
    }
}
