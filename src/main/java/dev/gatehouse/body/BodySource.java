package dev.gatehouse.body;

import java.nio.ByteBuffer;

/**
 * A body that arrives over time and is pulled by one reader.
 *
 * <p>The reader calls {@link #next()} until it says {@link State#PENDING}, then {@link #demand}; it looks at
 * {@link #chunk()} after {@link State#CHUNK} and gives it back with {@link #release()} before it moves on. Nothing is
 * allocated per chunk.
 *
 * <p>Threads: one reader at a time. The demand callback may run on any thread, but never while the reader is within a
 * call to this source from the same demand.
 */
public interface BodySource {

    /** What {@link #next()} found. */
    enum State {
        /** Bytes are in {@link #chunk()}. */
        CHUNK,
        /** Nothing yet; ask again from {@link #demand}. */
        PENDING,
        /** The body is complete. */
        END,
        /** The body broke off; {@link #failure()} says why. */
        FAILED
    }

    /** Moves on. After {@link State#END} or {@link State#FAILED} it keeps saying so. */
    State next();

    /** The bytes found by the last {@link #next()}; valid until {@link #release()}. */
    ByteBuffer chunk();

    /** Whether the current chunk is known to be the last; false where that is not known yet. */
    boolean isLast();

    /** Gives the current chunk back. */
    void release();

    /** Why the body broke off; only after {@link State#FAILED}. */
    Throwable failure();

    /** Calls {@code whenReady} once {@link #next()} has something other than {@link State#PENDING} to say. */
    void demand(Runnable whenReady);

    /** Gives the body up: what is still to come is not wanted. */
    void cancel(Throwable cause);

    /** The announced length in bytes; -1 where none was announced. */
    long length();
}
