package dev.gatehouse.config.model;

/** How a response names the origin that it came from. */
public enum Identity {
    /** As a URL without a path. */
    ORIGIN,
    /** By its name in the pool; the host name where it has none. */
    NAME
}
