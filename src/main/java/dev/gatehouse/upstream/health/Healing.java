package dev.gatehouse.upstream.health;

/** Asks upstreams again when all of a service are thought dead. */
interface Healing {

    /** Begins in the background, unless it is under way or has just been. Never throws. */
    void begin(String service);
}
