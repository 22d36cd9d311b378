package dev.gatehouse.config.model;

/** What becomes of the content security policy of a rewritten page. */
public enum Csp {
    /** It goes, since it names the upstream's hosts. */
    DROP,
    /** It stays: the upstream's hosts become the mount, and injected scripts get a nonce. */
    MAP
}
