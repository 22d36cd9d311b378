package dev.gatehouse.forward.mirror;

import dev.gatehouse.body.BodySource;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A response body that is looked at while it passes. What is looked at is bounded, what passes is not.
 *
 * <p>Threads: confined to the body's reader.
 */
final class WatchedAnswer implements BodySource {

    private final BodySource body;
    private final int status;
    private final long millis;
    private final MessageDigest digest = sha256();
    private @Nullable Consumer<AnswerShape> whole;
    private long bytes;

    /**
     * Watches {@code body}.
     *
     * @param millis how long the head took
     * @param whole is told of the answer, once: when the body is complete, or longer than what is looked at
     */
    WatchedAnswer(int status, BodySource body, long millis, Consumer<AnswerShape> whole) {
        this.status = status;
        this.body = body;
        this.millis = millis;
        this.whole = whole;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-256", missing);
        }
    }

    /** Whether more came than is looked at. */
    boolean isBeyondBounds() {
        return bytes > AnswerShape.MAX_BYTES;
    }

    private void conclude() {
        Consumer<AnswerShape> told = whole;
        if (told != null) {
            whole = null;
            long counted = Math.min(bytes, AnswerShape.MAX_BYTES + 1L);
            told.accept(new AnswerShape(status, body.length(), counted, digest.digest(), millis));
        }
    }

    @Override
    public State next() {
        State state = body.next();
        if (state == State.CHUNK) {
            look(body.chunk().duplicate());
        }
        if (state == State.END || isBeyondBounds() || state == State.CHUNK && body.isLast()) {
            conclude();
        }
        return state;
    }

    private void look(ByteBuffer chunk) {
        int length = chunk.remaining();
        long room = AnswerShape.MAX_BYTES - bytes;
        bytes += length;
        if (room > 0) {
            chunk.limit(chunk.position() + (int) Math.min(length, room));
            digest.update(chunk);
        }
    }

    @Override
    public ByteBuffer chunk() {
        return body.chunk();
    }

    @Override
    public boolean isLast() {
        return body.isLast();
    }

    @Override
    public void release() {
        body.release();
    }

    @Override
    public Throwable failure() {
        return body.failure();
    }

    @Override
    public void demand(Runnable whenReady) {
        body.demand(whenReady);
    }

    @Override
    public void cancel(Throwable cause) {
        body.cancel(cause);
    }

    @Override
    public long length() {
        return body.length();
    }
}
