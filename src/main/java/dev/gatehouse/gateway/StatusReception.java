package dev.gatehouse.gateway;

import dev.gatehouse.event.MirrorEnd;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.forward.Failure;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.forward.Reception;
import dev.gatehouse.forward.Report;
import dev.gatehouse.http.Fields;
import dev.gatehouse.http.RequestHead;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The reception of a page of our own: no upstream answers it. */
record StatusReception(Answers answers, RequestHead head) implements Reception {

    /** Tells nobody: the page is no traffic of a route. */
    static final Report SILENT = new Report() {
        @Override
        public void answered(@Nullable Hop hop, int status, Walked walked, Outcome outcome, @Nullable Relayed relayed) {
            // nobody to tell
        }

        @Override
        public void mirrored(CompletionStage<MirrorEnd> end) {
            // nothing is copied
        }

        @Override
        public boolean wantsStreams() {
            return false;
        }
    };

    @Override
    public Received receive(Hop hop, String upstreamPath, int status, Fields fields, long length) {
        throw new IllegalStateException("no upstream is asked");
    }

    @Override
    public OwnAnswer failed(Failure failure, String reason) {
        return answers.failure(failure, reason, head);
    }

    @Override
    public Fields hints(Hop hop, Fields hints) {
        throw new IllegalStateException("no upstream is asked");
    }
}
