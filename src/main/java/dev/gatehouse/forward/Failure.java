package dev.gatehouse.forward;

/** Why an exchange has no upstream response to relay. */
public enum Failure {
    /** No upstream could be reached, or what it sent was not HTTP: 502. */
    UNREACHABLE,
    /** No response head came in time: 504. */
    TIMEOUT,
    /** No upstream is known to be alive, and the route wants none of the others asked: 503. */
    NONE_ALIVE,
    /** As many requests as may be are under way at the upstream: 503. */
    BUSY,
    /** The client's body is longer than its route accepts: 413. */
    TOO_LARGE,
    /** The client left first; nobody receives the answer: 499 in events. */
    CLIENT_CLOSED,
    /** A fault in the proxy itself: 500. */
    FAULT
}
