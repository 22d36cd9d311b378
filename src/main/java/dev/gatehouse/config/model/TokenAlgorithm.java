package dev.gatehouse.config.model;

/**
 * How a token may be signed (RFC 7518, section 3.1): with a private key whose public half the issuer publishes. Algorithms
 * with a shared secret are left out, and so is {@code none}: with either, whoever can read what is published can sign.
 */
public enum TokenAlgorithm {
    /** RSASSA-PKCS1-v1_5 with SHA-256. */
    RS256,
    /** RSASSA-PKCS1-v1_5 with SHA-384. */
    RS384,
    /** RSASSA-PKCS1-v1_5 with SHA-512. */
    RS512,
    /** RSASSA-PSS with SHA-256. */
    PS256,
    /** RSASSA-PSS with SHA-384. */
    PS384,
    /** RSASSA-PSS with SHA-512. */
    PS512,
    /** ECDSA on P-256 with SHA-256. */
    ES256,
    /** ECDSA on P-384 with SHA-384. */
    ES384,
    /** ECDSA on P-521 with SHA-512. */
    ES512
}
