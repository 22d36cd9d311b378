package dev.gatehouse.transport;

import dev.gatehouse.http.Fields;

/** What came of a {@link Probe}. */
public sealed interface ProbeAnswer {

    /**
     * The origin answered.
     *
     * @param status 200 to 999
     * @param text the body read as UTF-8; empty where it was longer than {@value Probes#MAX_BYTES} bytes, of which nothing
     *     is kept
     */
    record Answered(int status, Fields fields, String text) implements ProbeAnswer {}

    /** There is no answer. */
    record Failed(Why why) implements ProbeAnswer {}

    /** Why there is no answer. */
    enum Why {
        /** Not all of it came in time. */
        TIMEOUT,
        /** No connection, one that broke, or something that is not HTTP. */
        UNREACHABLE,
        /** A redirect that leads nowhere, or too many of them. */
        REDIRECT
    }
}
