package dev.gatehouse.upstream.health;

/** What is known of an upstream. */
public enum Liveness {
    /** Nothing: it has not been asked yet. It is treated like one that is alive. */
    UNKNOWN,
    /** It was well when it was last heard of. */
    ALIVE,
    /** It was not. */
    DEAD
}
