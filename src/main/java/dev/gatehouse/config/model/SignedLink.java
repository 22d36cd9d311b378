package dev.gatehouse.config.model;

/**
 * How a link proves that it was issued and has not expired.
 *
 * @param secretBinding the name of the secret, never the secret itself
 * @param param the query parameter that holds the signature; {@code sig} by default
 * @param expiresParam the query parameter that holds the expiry; {@code exp} by default, never the same as {@code param}
 */
public record SignedLink(String secretBinding, String param, String expiresParam) {}
