package dev.gatehouse.event;

import java.util.Locale;

/**
 * How the answer to a copy compares to the answer that the visitor's request got, both as their upstreams sent them.
 *
 * @param verdict the first thing in which they differ
 * @param mainMs milliseconds from the admission of the request to the head of its answer, all attempts included
 * @param mirrorMs milliseconds from the sending of the copy to the head of its answer
 */
public record MirrorComparison(Verdict verdict, long mainMs, long mirrorMs) {

    /** What two answers may differ in. */
    public enum Verdict {
        /** Nothing that is looked at. */
        SAME,
        /** The status. */
        STATUS,
        /** The length of the body. */
        LENGTH,
        /** The bytes of the body. */
        BODY;

        /** The name in logs, lower case. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
