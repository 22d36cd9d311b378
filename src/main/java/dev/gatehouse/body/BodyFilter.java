package dev.gatehouse.body;

import java.nio.ByteBuffer;

/**
 * Changes a body on its way to the client.
 *
 * <p>Threads: confined to the reader of one response.
 */
public interface BodyFilter {

    /** Takes all of {@code in} and appends what is settled to {@code out}. */
    void filter(ByteBuffer in, ByteQueue out);

    /** The body is complete: appends what was held back. Called once, after the last {@link #filter}. */
    void finish(ByteQueue out);
}
