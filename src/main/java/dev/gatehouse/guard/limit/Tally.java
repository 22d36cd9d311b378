package dev.gatehouse.guard.limit;

import java.util.concurrent.CompletionStage;

/** What came of counting a request. */
sealed interface Tally {

    /** Nobody can tell. */
    Tally UNKNOWN = new Unknown();

    /**
     * It has been counted.
     *
     * @param used how many requests the window has seen with this one, at least 1
     * @param millisLeft how long the window lasts from now, in milliseconds, at least 1
     */
    record Counted(long used, long millisLeft) implements Tally {}

    /** The store that counts is not there. The request may have been counted or not. */
    record Unknown() implements Tally {}

    /**
     * Somebody has been asked.
     *
     * @param tally settles with one of the others; never fails, and is settled within a second or so
     */
    record Awaited(CompletionStage<Tally> tally) implements Tally {}
}
