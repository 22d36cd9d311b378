package dev.gatehouse.transport;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One GET of our own on its way, bounded in time and in bytes. Whatever is not wanted of the answer is broken off, and an
 * answer that comes after its time is too.
 *
 * <p>Threads: called by the transport, one call at a time, and by the alarm, on any thread.
 */
final class BoundedGet implements Reply {

    /**
     * What came back.
     *
     * @param fields a copy, good for ever
     * @param body what was read of it
     * @param announced the length in bytes that the answer gave; -1 where it gave none
     * @param cut whether there was more, which was not read
     */
    record Page(int status, Fields fields, ByteArrayOutputStream body, long announced, boolean cut) {}

    private final CompletableFuture<Page> result = new CompletableFuture<>();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final AtomicBoolean settled = new AtomicBoolean();
    private final IntUnaryOperator mostBytes;
    private final Executor workers;
    private final Alarms.Alarm alarm;
    private volatile @Nullable Call call;

    private int status;
    private Fields fields = new FieldList(0);
    private long announced = -1;

    private BoundedGet(IntUnaryOperator mostBytes, Alarms alarms, Executor workers) {
        this.mostBytes = mostBytes;
        this.workers = workers;
        this.alarm = alarms.open(this::tooSlow);
    }

    /**
     * Sends {@code request}. Never throws.
     *
     * @param mostBytes how much is read of the body of an answer with this status
     * @param deadline by the clock of {@code alarms}
     * @return settles on a thread of {@code workers}: with what came, or with an {@link IOException} that is for operators,
     *     which is {@link TooSlow} where the time was up
     */
    static CompletionStage<Page> send(
            Transport transport,
            Origin origin,
            UpstreamRequest request,
            IntUnaryOperator mostBytes,
            long deadline,
            Alarms alarms,
            Executor workers) {
        BoundedGet get = new BoundedGet(mostBytes, alarms, workers);
        get.begin(transport, origin, request, deadline);
        return get.result;
    }

    /** The time was up. */
    static final class TooSlow extends IOException {

        private static final long serialVersionUID = 1L;

        TooSlow() {
            super("no answer in time");
        }
    }

    private void begin(Transport transport, Origin origin, UpstreamRequest request, long deadline) {
        alarm.set(deadline);
        Call sent = transport.send(origin, request, this);
        call = sent;
        if (settled.get()) {
            sent.abort(new IOException("over before it was sent"));
        }
    }

    private void tooSlow() {
        TooSlow late = new TooSlow();
        fail(late);
        Call sent = call;
        if (sent != null) {
            sent.abort(late);
        }
    }

    @Override
    public void earlyHints(Fields hints) {
        // nobody to tell
    }

    @Override
    public void head(int answered, Fields answeredWith, BodySource body) {
        status = answered;
        fields = new FieldList(answeredWith.size()).addAll(answeredWith);
        announced = body.length();
        int most = mostBytes.applyAsInt(answered);
        if (announced > most) {
            cut(body);
        } else {
            read(body, most);
        }
    }

    private void read(BodySource body, int most) {
        while (true) {
            switch (body.next()) {
                case CHUNK -> {
                    if (received.size() + body.chunk().remaining() > most) {
                        cut(body);
                        return;
                    }
                    keep(body);
                }
                case PENDING -> {
                    body.demand(() -> read(body, most));
                    return;
                }
                case END -> {
                    return; // told by finished() too
                }
                case FAILED -> {
                    fail(body.failure());
                    return;
                }
            }
        }
    }

    private void keep(BodySource body) {
        byte[] bytes = new byte[body.chunk().remaining()];
        body.chunk().get(bytes);
        received.writeBytes(bytes);
        body.release();
    }

    private void cut(BodySource body) {
        answered(true); // first, for it is the answer that counts and not the breaking off
        body.cancel(new IOException("no more is wanted"));
    }

    @Override
    public void failed(TransportFailure failure) {
        fail(failure);
    }

    @Override
    public void finished() {
        answered(false);
    }

    private void answered(boolean cut) {
        Page page = new Page(status, fields, received, announced, cut);
        settle(() -> result.complete(page));
    }

    private void fail(Throwable failure) {
        settle(() -> result.completeExceptionally(failure));
    }

    private void settle(Runnable completion) {
        if (!settled.compareAndSet(false, true)) {
            return;
        }
        alarm.close();
        try {
            workers.execute(completion);
        } catch (RejectedExecutionException stopped) {
            completion.run(); // at the end of everything, whoever waits must still be told
        }
    }
}
