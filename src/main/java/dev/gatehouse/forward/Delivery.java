package dev.gatehouse.forward;

import dev.gatehouse.forward.mirror.MirrorRule;
import dev.gatehouse.http.FieldList;
import org.jspecify.annotations.Nullable;

/**
 * What one exchange needs of its route.
 *
 * @param candidates where the request may go
 * @param method as the client wrote it
 * @param tail the literal path below the hop's base path; begins with {@code /}, or is {@code *}
 * @param query the literal query; null for none
 * @param fields the upstream request's field lines but for {@code Host}; may change until the request is admitted
 * @param host what {@code Host} says upstream; null for the name of the origin that is asked
 * @param deadlineField the field that tells an upstream how many milliseconds it has for its head; null for none
 * @param limits deadlines and retries
 * @param followRedirects whether redirects of the upstream are followed here and not relayed
 * @param hasBody whether the client request has a body
 * @param maxBodyBytes how long that body may be; {@link Long#MAX_VALUE} for any length
 * @param replay how much of it is kept to be sent again
 * @param mirror where a copy of the request goes; null for nowhere
 * @param admission whether the request may go on
 * @param reception what becomes of the answer
 * @param report where the end is told
 */
public record Delivery(
        Candidates candidates,
        String method,
        String tail,
        @Nullable String query,
        FieldList fields,
        @Nullable String host,
        @Nullable String deadlineField,
        DeliveryLimits limits,
        boolean followRedirects,
        boolean hasBody,
        long maxBodyBytes,
        Replay replay,
        @Nullable MirrorRule mirror,
        Admission admission,
        Reception reception,
        Report report) {}
