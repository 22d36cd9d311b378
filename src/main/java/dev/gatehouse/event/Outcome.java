package dev.gatehouse.event;

import java.util.Locale;

/** How a request ended, seen from the proxy. */
public enum Outcome {
    /** An upstream answered; its status may still be any. */
    OK,
    /** A guard or a fuse refused it; no upstream was asked. */
    REFUSED,
    /** No upstream answered in time. */
    TIMEOUT,
    /** No upstream could be reached, or what it sent was not HTTP. */
    UNREACHABLE,
    /** The client left before there was an answer. */
    CLIENT_CLOSED,
    /** The route answers for itself. */
    RESPONDED;

    /** The name in logs and metrics, lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
