package dev.gatehouse.transport;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.transport.BoundedGet.Page;
import dev.gatehouse.transport.ProbeAnswer.Answered;
import dev.gatehouse.transport.ProbeAnswer.Failed;
import dev.gatehouse.transport.ProbeAnswer.Why;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Asks origins about themselves: one GET each, of whose answer at most {@value #MAX_BYTES} bytes are kept. A longer body is
 * broken off, and so is an answer that comes too late.
 *
 * <p>Threads: shared; holds none while it waits.
 */
public final class Probes {

    /** The length of the longest body that is kept. */
    static final int MAX_BYTES = 64 * 1024;

    private final Transport transport;
    private final Alarms alarms;
    private final Executor workers;

    /**
     * Asks through {@code transport}.
     *
     * @param workers run what depends on an answer
     */
    public Probes(Transport transport, Alarms alarms, Executor workers) {
        this.transport = transport;
        this.alarms = alarms;
        this.workers = workers;
    }

    /**
     * Asks. Never throws.
     *
     * @return settles on a worker thread, never with an exception
     */
    public CompletionStage<ProbeAnswer> ask(Probe probe) {
        Asking asking = new Asking(probe, alarms.nanoTime() + probe.patience().toNanos());
        asking.go(probe.origin(), probe.path(), null, probe.fields());
        return asking.answer;
    }

    /** One question and the redirects that it meets. Its steps follow one another. */
    private final class Asking {

        private final CompletableFuture<ProbeAnswer> answer = new CompletableFuture<>();
        private final Probe probe;
        private final long deadline;
        private int hops;

        Asking(Probe probe, long deadline) {
            this.probe = probe;
            this.deadline = deadline;
        }

        void go(Origin origin, String path, @Nullable String query, Fields extra) {
            UpstreamRequest request = new UpstreamRequest("GET", path, query, fields(origin, extra), null);
            var unused = BoundedGet.send(transport, origin, request, any -> MAX_BYTES, deadline, alarms, workers)
                    .whenComplete((page, failure) -> {
                        if (failure != null) {
                            answer.complete(new Failed(why(failure)));
                        } else if (probe.followsRedirects() && Redirection.isRedirect(page.status())) {
                            follow(page, origin, path, extra);
                        } else {
                            answer.complete(answered(page));
                        }
                    });
        }

        private void follow(Page page, Origin from, String path, Fields extra) {
            String location = page.fields().first("location");
            if (location == null) {
                answer.complete(answered(page)); // it leads nowhere, so it is all there is
                return;
            }
            Redirection next = hops++ < Redirection.MAX_HOPS ? Redirection.to(location, from, path) : null;
            if (next == null) {
                answer.complete(new Failed(Why.REDIRECT));
            } else {
                go(next.origin(), next.path(), next.query(), next.foreign() ? new FieldList(0) : extra);
            }
        }
    }

    private static Fields fields(Origin origin, Fields extra) {
        FieldList fields = new FieldList(4 + extra.size())
                .add("Host", origin.authority())
                .add("User-Agent", "Gatehouse") // some services refuse whoever does not name himself
                .add("Accept", "*/*")
                .add("Accept-Encoding", "identity"); // nothing here decodes
        for (int i = 0; i < extra.size(); i++) {
            fields.remove(extra.name(i));
        }
        return fields.addAll(extra);
    }

    private static ProbeAnswer answered(Page page) {
        String text = page.cut() ? "" : page.body().toString(StandardCharsets.UTF_8);
        return new Answered(page.status(), page.fields(), text);
    }

    private static Why why(Throwable failure) {
        return failure instanceof BoundedGet.TooSlow ? Why.TIMEOUT : Why.UNREACHABLE;
    }
}
