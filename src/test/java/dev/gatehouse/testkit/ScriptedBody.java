package dev.gatehouse.testkit;

import dev.gatehouse.body.BodySource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A body that says what a test has told it to, and is strict with its reader: one demand at a time, no look while one waits,
 * no look while a chunk is held, and, as containers do, one buffer that every chunk is read into.
 *
 * <p>Threads: any, one call at a time; {@link #arrive} and the like run a waiting demand on the caller's.
 */
public final class ScriptedBody implements BodySource {

    private final byte[] buffer = new byte[64 * 1024];
    private final Deque<byte[]> arrived = new ArrayDeque<>();
    private final long length;
    private boolean complete;
    private @Nullable Throwable broken;
    private @Nullable ByteBuffer chunk;
    private @Nullable Runnable demand;
    private @Nullable Throwable cancelled;
    private @Nullable Runnable beforeNext;
    private int looks;

    /** A body that announces {@code length}; -1 for none. */
    public ScriptedBody(long length) {
        this.length = length;
    }

    /** More bytes are there. */
    public ScriptedBody arrive(String text) {
        synchronized (this) {
            arrived.add(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        return wake();
    }

    /** No more will come. */
    public ScriptedBody complete() {
        synchronized (this) {
            complete = true;
        }
        return wake();
    }

    /** The upload breaks off. */
    public ScriptedBody breakOff(Throwable cause) {
        synchronized (this) {
            broken = cause;
        }
        return wake();
    }

    private ScriptedBody wake() {
        Runnable waiting;
        synchronized (this) {
            waiting = demand;
            demand = null;
        }
        if (waiting != null) {
            waiting.run();
        }
        return this;
    }

    /** Runs {@code task} once, within the next call of {@link #next()} and before it says anything. */
    public synchronized void beforeNext(Runnable task) {
        beforeNext = task;
    }

    /** Why it was given up; null where it was not. */
    public synchronized @Nullable Throwable cancelled() {
        return cancelled;
    }

    /** Whether a demand waits. */
    public synchronized boolean isDemanded() {
        return demand != null;
    }

    /** How often it was asked. */
    public synchronized int looks() {
        return looks;
    }

    @Override
    public State next() {
        Runnable task;
        synchronized (this) {
            task = beforeNext;
            beforeNext = null;
        }
        if (task != null) {
            task.run();
        }
        return look();
    }

    private synchronized State look() {
        looks++;
        if (demand != null || chunk != null) {
            throw new IllegalStateException(demand != null ? "asked while a demand waits" : "a chunk is still held");
        }
        byte[] bytes = arrived.poll();
        if (bytes != null) {
            System.arraycopy(bytes, 0, buffer, 0, bytes.length);
            chunk = ByteBuffer.wrap(buffer, 0, bytes.length);
            return State.CHUNK;
        }
        if (broken != null) {
            return State.FAILED;
        }
        return complete ? State.END : State.PENDING;
    }

    @Override
    public synchronized ByteBuffer chunk() {
        return Objects.requireNonNull(chunk);
    }

    @Override
    public synchronized boolean isLast() {
        return complete && arrived.isEmpty();
    }

    @Override
    public synchronized void release() {
        chunk = null;
    }

    @Override
    public synchronized Throwable failure() {
        return Objects.requireNonNull(broken);
    }

    @Override
    public void demand(Runnable whenReady) {
        boolean now;
        synchronized (this) {
            if (demand != null) {
                throw new IllegalStateException("a second demand");
            }
            now = !arrived.isEmpty() || complete || broken != null;
            demand = now ? null : whenReady;
        }
        if (now) {
            whenReady.run();
        }
    }

    @Override
    public synchronized void cancel(Throwable cause) {
        cancelled = cause;
        demand = null;
    }

    @Override
    public long length() {
        return length;
    }
}
