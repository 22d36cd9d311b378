package dev.gatehouse.config.model;

/** How a caller is kept at the upstream it was first given. */
public enum StickyBy {
    /** A host-only cookie names the upstream. */
    COOKIE
}
