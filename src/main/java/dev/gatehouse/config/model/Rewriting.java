package dev.gatehouse.config.model;

import org.jspecify.annotations.Nullable;

/**
 * How head and body of a message change on the way.
 *
 * @param rewriteHeaders whether {@code Location}, {@code Content-Location}, {@code Refresh} and {@code Set-Cookie} of the
 *     upstream are mapped onto the proxy; true by default
 * @param requestHeaders fields of the upstream request to remove and to write
 * @param responseHeaders fields of the client response to remove and to write, last of all
 * @param body how bodies change; null where they do not
 */
public record Rewriting(
        boolean rewriteHeaders,
        HeaderRules requestHeaders,
        HeaderRules responseHeaders,
        @Nullable BodyRewrite body) {}
