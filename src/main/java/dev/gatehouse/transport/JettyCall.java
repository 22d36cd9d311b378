package dev.gatehouse.transport;

import dev.gatehouse.body.BodySource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * One call through the client library: its listener, its response body, its handle.
 *
 * <p>All three in one object, since one of each is made for every request.
 *
 * <p>Threads: the library calls one at a time on its selector thread; {@link #abort} may come from any. The body is
 * read by whoever demanded it.
 */
final class JettyCall implements Call, Response.Listener, BodySource, Invocable.Task {

    private final Reply reply;
    private volatile @Nullable RawRequest request;
    private Content.@Nullable Source source;
    private Content.@Nullable Chunk current;
    private @Nullable Throwable failure;
    private boolean ended;
    private long length = -1;
    private volatile @Nullable Runnable whenReady;

    JettyCall(Reply reply) {
        this.reply = reply;
    }

    void send(RawRequest toSend) {
        this.request = toSend;
        try {
            toSend.send(this);
        } catch (RuntimeException refused) {
            reply.failed(Failures.of(refused));
        }
    }

    void earlyHints(HttpFields fields) {
        reply.earlyHints(new JettyFields(fields));
    }

    @Override
    public void abort(Throwable cause) {
        RawRequest sent = request;
        if (sent != null) {
            var unused =
                    sent.abort(new TransportFailure(TransportFailure.Kind.ABORTED, cause)); // heard of in onComplete
        }
    }

    @Override
    public void onContentSource(Response response, Content.Source content) {
        source = content;
        length = response.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
        reply.head(response.getStatus(), new JettyFields(response.getHeaders()), this);
    }

    @Override
    public void onComplete(Result result) {
        if (result.isSucceeded()) {
            reply.finished();
        } else {
            reply.failed(Failures.of(result.getFailure()));
        }
    }

    @Override
    public State next() {
        if (failure != null) {
            return State.FAILED;
        }
        if (ended) {
            return State.END;
        }
        while (true) {
            Content.Chunk chunk = Objects.requireNonNull(source).read();
            if (chunk == null) {
                return State.PENDING;
            }
            if (Content.Chunk.isFailure(chunk)) {
                return fail(chunk.getFailure());
            }
            boolean last = chunk.isLast();
            if (chunk.hasRemaining()) {
                current = chunk;
                ended = last;
                return State.CHUNK;
            }
            chunk.release();
            if (last) {
                ended = true;
                return State.END;
            }
        }
    }

    private State fail(Throwable cause) {
        failure = Failures.of(cause);
        abort(cause); // a failure that could be recovered from is none of the kinds we go on after
        return State.FAILED;
    }

    @Override
    public ByteBuffer chunk() {
        return Objects.requireNonNull(current).getByteBuffer();
    }

    @Override
    public boolean isLast() {
        return ended;
    }

    @Override
    public void release() {
        Content.Chunk chunk = current;
        if (chunk != null) {
            current = null;
            chunk.release();
        }
    }

    @Override
    public Throwable failure() {
        return Objects.requireNonNull(failure);
    }

    @Override
    public void demand(Runnable ready) {
        whenReady = ready;
        Objects.requireNonNull(source).demand(this);
    }

    /** The demanded content is there. Runs on the selector thread itself, see {@link #getInvocationType}. */
    @Override
    public void run() {
        Runnable ready = whenReady;
        if (ready != null) {
            ready.run();
        }
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    @Override
    public void cancel(Throwable cause) {
        release();
        abort(cause);
    }

    @Override
    public long length() {
        return length;
    }

    /** Turns the library's failures into ours. */
    static final class Failures {

        private Failures() {}

        static TransportFailure of(Throwable cause) {
            for (Throwable t = cause; t != null; t = t.getCause()) {
                if (t instanceof TransportFailure ours) {
                    return ours;
                }
            }
            return new TransportFailure(kind(cause), cause);
        }

        private static TransportFailure.Kind kind(Throwable cause) {
            if (cause instanceof java.net.UnknownHostException) {
                return TransportFailure.Kind.UNRESOLVED;
            }
            if (cause instanceof java.util.concurrent.RejectedExecutionException) {
                return TransportFailure.Kind.QUEUE_FULL;
            }
            if (cause instanceof javax.net.ssl.SSLException) {
                return TransportFailure.Kind.TLS;
            }
            if (isConnect(cause)) {
                return TransportFailure.Kind.NO_CONNECTION;
            }
            if (isMalformed(cause)) {
                return TransportFailure.Kind.MALFORMED;
            }
            return TransportFailure.Kind.RESET;
        }

        private static boolean isConnect(Throwable cause) {
            return cause instanceof java.net.ConnectException
                    || cause instanceof java.net.NoRouteToHostException
                    || cause instanceof java.net.SocketTimeoutException
                    || cause instanceof java.nio.channels.UnresolvedAddressException;
        }

        private static boolean isMalformed(Throwable cause) {
            return cause instanceof org.eclipse.jetty.client.HttpResponseException
                    || cause instanceof org.eclipse.jetty.http.HttpException
                    || cause instanceof BufferUnderflowException
                    || !(cause instanceof IOException || cause instanceof EOFException);
        }
    }
}
