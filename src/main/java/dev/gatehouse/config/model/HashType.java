package dev.gatehouse.config.model;

/** How a hash becomes an entry of a split. */
public enum HashType {
    /** The hash divides the weight space. A changed list of entries moves many callers. */
    MODULO,
    /** A ring: a changed list moves only the callers of the entries that changed. */
    CONSISTENT
}
