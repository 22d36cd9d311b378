package dev.gatehouse.body;

import java.nio.ByteBuffer;

/**
 * Changes a body on its way to the client.
 *
 * <p>Threads: confined to the reader of one response.
 */
public interface BodyFilter {

    /** A filter may stop taking bytes once so many wait in its output; the reader drains it and comes back. */
    int ENOUGH_BYTES = 64 * 1024;

    /**
     * Takes bytes of {@code in} and appends what is settled to {@code out}. Takes all of them, unless {@link #ENOUGH_BYTES}
     * wait in {@code out}; then it is called again with the rest.
     *
     * @throws BrokenBody where the body is not what its head says it is
     */
    void filter(ByteBuffer in, ByteQueue out) throws BrokenBody;

    /**
     * The body is complete: appends what was held back.
     *
     * @return whether that was all; if not, it is called again once {@code out} has been drained
     * @throws BrokenBody where the body ends too early
     */
    boolean finish(ByteQueue out) throws BrokenBody;
}
