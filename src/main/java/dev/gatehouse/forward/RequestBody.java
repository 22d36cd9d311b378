package dev.gatehouse.forward;

import dev.gatehouse.body.BodySource;
import java.nio.ByteBuffer;

/**
 * A client request's body on its way to an upstream: passes everything on and knows whether it is over.
 *
 * <p>Threads: one reader at a time; {@link #isOver()} from any.
 */
final class RequestBody implements BodySource {

    private final BodySource client;
    private volatile boolean over;

    RequestBody(BodySource client) {
        this.client = client;
    }

    /** Whether the last byte has been read from the client. */
    boolean isOver() {
        return over;
    }

    @Override
    public State next() {
        State state = client.next();
        if (state == State.END || state == State.CHUNK && client.isLast()) {
            over = true;
        }
        return state;
    }

    @Override
    public ByteBuffer chunk() {
        return client.chunk();
    }

    @Override
    public boolean isLast() {
        return client.isLast();
    }

    @Override
    public void release() {
        client.release();
    }

    @Override
    public Throwable failure() {
        return client.failure();
    }

    @Override
    public void demand(Runnable whenReady) {
        client.demand(whenReady);
    }

    @Override
    public void cancel(Throwable cause) {
        client.cancel(cause);
    }

    @Override
    public long length() {
        return client.length();
    }
}
