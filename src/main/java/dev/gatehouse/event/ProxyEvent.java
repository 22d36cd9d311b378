package dev.gatehouse.event;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One request that a route claimed, as it was answered. It carries no query, no field and no body.
 *
 * @param routeId the route's id, or its label where it has none
 * @param requestId what {@code x-request-id} said
 * @param upstream the authority that the request went to, the last one tried where all failed; empty where the route
 *     answered for itself
 * @param method as the client wrote it
 * @param path the literal path, not normalised, without the query
 * @param status what the client got; 499 where it had gone
 * @param durationMs milliseconds from the match to the answer
 * @param attempts requests sent to upstreams, the first included; 0 for refusals and edge answers
 * @param outcome how it ended
 * @param selection how the entry of a split was chosen; null on other routes
 * @param ejected the authorities that were passed over for their failures before the first attempt; null where none was
 * @param limitReason what held the request back; null where nothing did
 * @param guardReason which guard refused: {@code method}, {@code body_size}, {@code referer}, {@code fetch_metadata},
 *     {@code geo}, {@code ip}, {@code rate_limit}, {@code signed_link}, {@code access} or {@code forward_auth}; null where
 *     none did
 * @param redirectRewritten whether the client's {@code Location} differs from the upstream's
 * @param bodyRewritten whether a rewriter was put on the body
 * @param rewriteSkipped why none was; null where one was, and where nothing was relayed
 * @param inject settles when the body has ended, and never fails; null where nothing was to be placed in it
 * @param stream settles when the body has ended, and never fails; null where nothing was streamed
 * @param mirror settles when it is known what became of the copy, perhaps long after the stream, and never fails; null where
 *     no copy was made, also where too many were under way
 */
public record ProxyEvent(
        String routeId,
        String requestId,
        String upstream,
        String method,
        String path,
        int status,
        long durationMs,
        int attempts,
        Outcome outcome,
        @Nullable Selection selection,
        @Nullable List<String> ejected,
        @Nullable LimitReason limitReason,
        @Nullable String guardReason,
        boolean redirectRewritten,
        boolean bodyRewritten,
        @Nullable RewriteSkipped rewriteSkipped,
        @Nullable CompletionStage<InjectEnd> inject,
        @Nullable CompletionStage<StreamEnd> stream,
        @Nullable CompletionStage<MirrorEnd> mirror) {}
