package dev.gatehouse.forward.mirror;

import dev.gatehouse.http.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The request that is copied, as it goes to its upstream.
 *
 * @param method as the client wrote it
 * @param tail the literal path below the upstream's base path; begins with {@code /}, or is {@code *}
 * @param query the literal query; null for none
 * @param fields the field lines but for {@code Host}; not changed by the copy, and may change once it is made
 * @param hasBody whether it has a body
 */
public record MirroredRequest(
        String method, String tail, @Nullable String query, Fields fields, boolean hasBody) {}
