package dev.gatehouse.forward;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.http.Fields;
import dev.gatehouse.transport.Call;
import dev.gatehouse.transport.Reply;
import dev.gatehouse.transport.TransportFailure;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * One try to answer an exchange through one upstream.
 *
 * <p>It only notes what the transport says and wakes the exchange, which decides.
 *
 * <p>Threads: written by the transport, one call at a time; read by the exchange. Each field is written once.
 */
final class Attempt implements Reply {

    final Hop hop;
    final String path;
    final @Nullable String query;
    private final Runnable wake;
    private final Queue<Fields> hints = new ConcurrentLinkedQueue<>();
    private int status;
    private volatile @Nullable Fields fields;
    private volatile @Nullable BodySource body;
    private volatile @Nullable TransportFailure failure;
    private volatile boolean finished;
    private @Nullable Call call;

    Attempt(Hop hop, String path, @Nullable String query, Runnable wake) {
        this.hop = hop;
        this.path = path;
        this.query = query;
        this.wake = wake;
    }

    /** Set by the exchange right after sending. */
    void sentAs(Call sent) {
        call = sent;
    }

    @Override
    public void earlyHints(Fields early) {
        hints.add(early);
        wake.run();
    }

    @Override
    public void head(int code, Fields lines, BodySource source) {
        status = code;
        fields = lines;
        body = source;
        wake.run();
    }

    @Override
    public void failed(TransportFailure cause) {
        failure = cause;
        wake.run();
    }

    @Override
    public void finished() {
        finished = true;
    }

    /** The oldest hints not yet passed on; null if there are none. */
    @Nullable
    Fields takeHints() {
        return hints.poll();
    }

    /** The response's body; null until its head is there. */
    @Nullable
    BodySource body() {
        return body;
    }

    /** Why the attempt failed; null while it has not. */
    @Nullable
    TransportFailure failure() {
        return failure;
    }

    int status() {
        return status;
    }

    /** Only once {@link #body()} is there. */
    Fields fields() {
        Fields lines = fields;
        if (lines == null) {
            throw new IllegalStateException("no head yet");
        }
        return lines;
    }

    /** Breaks the call off unless both directions have come to their ends. */
    void stop(Throwable cause) {
        Call sent = call;
        if (sent != null && !finished) {
            sent.abort(cause);
        }
    }
}
