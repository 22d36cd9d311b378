package dev.gatehouse.transport;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Fetches documents that fit into memory from services of the operator's own: with GET, at most {@value #MAX_BYTES} bytes,
 * within five seconds from the first step to the last byte. Redirects are not followed, and only 200 is an answer. Nothing
 * is kept and nothing tried twice; who asks decides on that.
 *
 * <p>Threads: shared; holds none while it waits.
 */
public final class SmallDocuments {

    /** The length of the largest document that is taken. */
    static final int MAX_BYTES = 512 * 1024;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Transport transport;
    private final Alarms alarms;
    private final Executor workers;

    /**
     * Fetches through {@code transport}.
     *
     * @param workers run what depends on a document, which may be more than the transport's own thread should do
     */
    public SmallDocuments(Transport transport, Alarms alarms, Executor workers) {
        this.transport = transport;
        this.alarms = alarms;
        this.workers = workers;
    }

    /**
     * Asks for the document at {@code url}, an http or https URL with a host. Never throws.
     *
     * @return settles on a worker thread: with the whole document, or with an {@link IOException} that is for operators
     */
    public CompletionStage<byte[]> get(URI url) {
        Origin origin = Origin.at(url, Screen.LINK_LOCAL);
        Fetch fetch = new Fetch();
        fetch.begin(origin, request(origin, url));
        return fetch.result;
    }

    private static UpstreamRequest request(Origin origin, URI url) {
        FieldList fields = new FieldList(4)
                .add("Host", origin.authority())
                .add("User-Agent", "Gatehouse") // some services refuse whoever does not name himself
                .add("Accept", "*/*")
                .add("Accept-Encoding", "identity"); // nothing here decodes
        return new UpstreamRequest("GET", Origin.pathOf(url), url.getRawQuery(), fields, null);
    }

    /** One document on its way. Called by the transport, one call at a time, and by the alarm, on any thread. */
    private final class Fetch implements Reply {

        private final CompletableFuture<byte[]> result = new CompletableFuture<>();
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private final Alarms.Alarm alarm = alarms.open(this::tooSlow);
        private final AtomicBoolean settled = new AtomicBoolean();
        private volatile @Nullable Call call;

        void begin(Origin origin, UpstreamRequest request) {
            alarm.set(alarms.nanoTime() + PATIENCE.toNanos());
            Call sent = transport.send(origin, request, this);
            call = sent;
            if (settled.get()) {
                sent.abort(new IOException("over before it was sent"));
            }
        }

        private void tooSlow() {
            IOException late = new IOException("no document within " + PATIENCE.toSeconds() + " s");
            fail(late);
            Call sent = call;
            if (sent != null) {
                sent.abort(late);
            }
        }

        @Override
        public void earlyHints(Fields fields) {
            // nobody to tell
        }

        @Override
        public void head(int status, Fields fields, BodySource body) {
            if (status != 200) {
                refuse(body, "the answer was " + status);
            } else if (body.length() > MAX_BYTES) {
                refuse(body, "the document has " + body.length() + " bytes");
            } else {
                read(body);
            }
        }

        private void read(BodySource body) {
            while (true) {
                switch (body.next()) {
                    case CHUNK -> {
                        if (received.size() + body.chunk().remaining() > MAX_BYTES) {
                            refuse(body, "the document has more than " + MAX_BYTES + " bytes");
                            return;
                        }
                        keep(body);
                    }
                    case PENDING -> {
                        body.demand(() -> read(body));
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

        private void refuse(BodySource body, String why) {
            IOException refusal = new IOException(why);
            fail(refusal); // first, for the reason that counts is not the breaking off
            body.cancel(refusal);
        }

        @Override
        public void failed(TransportFailure failure) {
            fail(failure);
        }

        @Override
        public void finished() {
            byte[] document = received.toByteArray();
            settle(() -> result.complete(document));
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
}
