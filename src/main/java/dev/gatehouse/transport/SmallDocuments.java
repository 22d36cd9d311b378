package dev.gatehouse.transport;

import dev.gatehouse.http.FieldList;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
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
        CompletableFuture<byte[]> document = new CompletableFuture<>();
        long deadline = alarms.nanoTime() + PATIENCE.toNanos();
        var unused = BoundedGet.send(
                        transport,
                        origin,
                        request(origin, url),
                        status -> status == 200 ? MAX_BYTES : 0,
                        deadline,
                        alarms,
                        workers)
                .whenComplete((page, failure) -> {
                    if (failure != null) {
                        document.completeExceptionally(inWords(failure));
                    } else {
                        settle(document, page);
                    }
                });
        return document;
    }

    private static UpstreamRequest request(Origin origin, URI url) {
        FieldList fields = new FieldList(4)
                .add("Host", origin.authority())
                .add("User-Agent", "Gatehouse") // some services refuse whoever does not name himself
                .add("Accept", "*/*")
                .add("Accept-Encoding", "identity"); // nothing here decodes
        return new UpstreamRequest("GET", Origin.pathOf(url), url.getRawQuery(), fields, null);
    }

    private static Throwable inWords(Throwable failure) {
        return failure instanceof BoundedGet.TooSlow
                ? new IOException("no document within " + PATIENCE.toSeconds() + " s")
                : failure;
    }

    private static void settle(CompletableFuture<byte[]> document, BoundedGet.Page page) {
        String refusal = refusal(page);
        if (refusal == null) {
            document.complete(page.body().toByteArray());
        } else {
            document.completeExceptionally(new IOException(refusal));
        }
    }

    private static @Nullable String refusal(BoundedGet.Page page) {
        if (page.status() != 200) {
            return "the answer was " + page.status();
        }
        if (!page.cut()) {
            return null;
        }
        return page.announced() > MAX_BYTES
                ? "the document has " + page.announced() + " bytes"
                : "the document has more than " + MAX_BYTES + " bytes";
    }
}
