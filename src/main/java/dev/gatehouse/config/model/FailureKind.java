package dev.gatehouse.config.model;

/** A way in which an attempt at an upstream fails. */
public enum FailureKind {
    /** No response head within the time allowed. */
    TIMEOUT("timeout"),
    /** No connection, or one that broke before the response head was complete. */
    UNREACHABLE("unreachable"),
    /** An answer with a status from 500 to 599; an answer like any other unless a policy names it. */
    STATUS_5XX("5xx");

    private final String text;

    FailureKind(String text) {
        this.text = text;
    }

    /** The name in policies, such as {@code 5xx}. */
    public String text() {
        return text;
    }
}
