package dev.gatehouse.forward;

import dev.gatehouse.event.InjectEnd;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.StreamEnd;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells how one exchange was answered, once, and later how its body ended. Threads: confined to the exchange. */
final class ExchangeNews {

    private final Report report;
    private boolean told;
    private @Nullable CompletableFuture<StreamEnd> stream;
    private @Nullable CompletableFuture<InjectEnd> inject;
    private @Nullable Supplier<InjectEnd> injected;

    ExchangeNews(Report report) {
        this.report = report;
    }

    /** Whether it has been told how the exchange was answered. */
    boolean isTold() {
        return told;
    }

    /** The exchange is answered without an upstream's response. */
    void answered(@Nullable Hop hop, int status, Report.Walked walked, Outcome outcome) {
        told = true;
        report.answered(hop, status, walked, outcome, null);
    }

    /** The exchange is answered with what {@code hop} sent. */
    void relayed(Hop hop, Report.Walked walked, Outcome outcome, Reception.Received received) {
        boolean wanted = received.head().hasBody() && report.wantsStreams();
        stream = wanted ? new CompletableFuture<>() : null;
        injected = received.injected();
        inject = wanted && injected != null ? new CompletableFuture<>() : null;
        told = true;
        Report.Relayed relayed = new Report.Relayed(received, stream, inject);
        report.answered(hop, received.head().status(), walked, outcome, relayed);
    }

    /** The body has ended. */
    void ended(StreamEnd end) {
        CompletableFuture<StreamEnd> ending = stream;
        if (ending != null) {
            ending.complete(end);
        }
        CompletableFuture<InjectEnd> placing = inject;
        if (placing != null && injected != null) {
            placing.complete(injected.get());
        }
    }
}
