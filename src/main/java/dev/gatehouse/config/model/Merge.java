package dev.gatehouse.config.model;

/** How the table stated in code and the one in a store become one. */
public enum Merge {
    /** The table in code, where there is one, replaces the other completely. */
    REPLACE,
    /**
     * Routes are joined by id. Those in code come first and win; routes of the store whose id code does not name, or that
     * have none, follow in their order.
     */
    BY_ID
}
