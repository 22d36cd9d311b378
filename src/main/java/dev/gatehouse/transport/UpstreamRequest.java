package dev.gatehouse.transport;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.http.Fields;
import org.jspecify.annotations.Nullable;

/**
 * One request to one origin, ready to be sent.
 *
 * @param method as the client wrote it; case is kept
 * @param path the literal bytes of the request target before the {@code ?}; begins with {@code /}, or is {@code *}
 * @param query the literal bytes after the {@code ?}; null where there is no question mark
 * @param fields all field lines except {@code Content-Length} and {@code Transfer-Encoding}, which follow from the body;
 *     {@code Host} among them
 * @param body the body; null where there is none
 */
public record UpstreamRequest(
        String method,
        String path,
        @Nullable String query,
        Fields fields,
        @Nullable BodySource body) {}
