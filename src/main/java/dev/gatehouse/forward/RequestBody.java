package dev.gatehouse.forward;

import dev.gatehouse.body.BodySource;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A client request's body on its way to an upstream: passes everything on, knows whether it is over, and fails where it is
 * longer than it may be. The chunk that goes past the bound is not passed on.
 *
 * <p>Threads: one reader at a time; {@link #isOver()} and {@link #isTooLarge()} from any.
 */
final class RequestBody implements BodySource {

    private final BodySource client;
    private final long maxBytes;
    private long bytes;
    private volatile boolean over;
    private volatile @Nullable Throwable tooLarge;

    RequestBody(BodySource client, long maxBytes) {
        this.client = client;
        this.maxBytes = maxBytes;
    }

    /** Whether the last byte has been read from the client. */
    boolean isOver() {
        return over;
    }

    /** Whether more came than may. */
    boolean isTooLarge() {
        return tooLarge != null;
    }

    @Override
    public State next() {
        if (tooLarge != null) {
            return State.FAILED;
        }
        State state = client.next();
        if (state == State.CHUNK && !counts(client.chunk().remaining())) {
            client.release();
            return State.FAILED;
        }
        if (state == State.END || state == State.CHUNK && client.isLast()) {
            over = true;
        }
        return state;
    }

    private boolean counts(int length) {
        bytes += length;
        if (bytes > maxBytes) {
            tooLarge = new IOException("the body is longer than " + maxBytes + " bytes");
        }
        return tooLarge == null;
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
        Throwable ours = tooLarge;
        return ours == null ? client.failure() : ours;
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
