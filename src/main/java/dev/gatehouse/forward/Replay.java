package dev.gatehouse.forward;

/**
 * How much of a request's body is kept so that it can be sent again.
 *
 * @param bytes 0 for nothing
 * @param refusesMore whether a longer body is refused as too large; false to send it once
 */
public record Replay(long bytes, boolean refusesMore) {

    /** Nothing is kept. */
    public static final Replay NONE = new Replay(0, false);
}
