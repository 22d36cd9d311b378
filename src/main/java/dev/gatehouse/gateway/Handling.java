package dev.gatehouse.gateway;

/** Whose a request is. */
public enum Handling {
    /** It is answered, or will be. */
    HANDLED,
    /** No route claims it; the rest of the web application gets it. */
    PASS_ON
}
