package dev.gatehouse.forward;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.event.InjectEnd;
import dev.gatehouse.event.RewriteSkipped;
import dev.gatehouse.http.Fields;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Says what becomes of upstream responses, and of their absence. Implemented by the gateway. */
public interface Reception {

    /**
     * What to send for an upstream response.
     *
     * @param head the client response's head
     * @param filter what the body passes through; null to pass it as it comes
     * @param redirectRewritten whether {@code Location} was changed
     * @param rewriteSkipped why the body passes as it comes; null where it is rewritten
     * @param injected tells at any time what has become of the markup to be placed; null where there is none
     */
    record Received(
            ClientHead head,
            @Nullable BodyFilter filter,
            boolean redirectRewritten,
            @Nullable RewriteSkipped rewriteSkipped,
            @Nullable Supplier<InjectEnd> injected) {}

    /**
     * Prepares the client response.
     *
     * @param hop who answered
     * @param upstreamPath the path that was asked for there, without the query
     * @param length the announced length of the upstream response; -1 where none was announced
     */
    Received receive(Hop hop, String upstreamPath, int status, Fields fields, long length);

    /**
     * The answer for a failure.
     *
     * @param reason how the last attempt failed, in a few fixed words; empty where there was none
     */
    OwnAnswer failed(Failure failure, String reason);

    /** The fields of {@code hints}, which {@code hop} sent, that may be passed on early. */
    Fields hints(Hop hop, Fields hints);
}
