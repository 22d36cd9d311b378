package dev.gatehouse.servlet;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Counts the calls into the container that are under way for one request, so that none outlives the request.
 *
 * <p>A container reuses the objects of a request that has ended for the next visitor. It ends one by itself when the client's
 * connection breaks, on a thread of its own, while ours may still be within a call that has just failed for the same reason:
 * what that call does last would be done to the next visitor's response. So the container's error callback closes the gate
 * and waits, for as long as it takes a call that never blocks to return, and our own completion waits for the last call out.
 *
 * <p>Threads: any.
 */
final class CallGate {

    /** No further call is let in. */
    private static final int CLOSED = 1 << 30;

    /** {@link #last} is there to be run by the last call out. */
    private static final int LAST = 1 << 29;

    private static final int CALLS = LAST - 1;

    /**
     * How long the container waits for calls under way. None blocks, save on a lock that the waiting thread itself may hold;
     * such a call has nothing left to do to the request.
     */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int SPINS = 100;

    private final AtomicInteger state = new AtomicInteger();
    private volatile @Nullable Runnable last;

    /** Lets a call in, which must {@link #exit()}; false if the request has ended. */
    boolean tryEnter() {
        for (int now = state.get(); (now & CLOSED) == 0; now = state.get()) {
            if (state.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Lets a call in, which must {@link #exit()}.
     *
     * @throws IOException if the request has ended
     */
    void enter() throws IOException {
        if (!tryEnter()) {
            throw new IOException("the container has ended the request");
        }
    }

    /** A call is over. The last one out does what {@link #end} left to be done, before it counts as out. */
    void exit() {
        for (int now = state.get(); ; now = state.get()) {
            if ((now & CALLS) == 1 && (now & LAST) != 0) {
                if (state.compareAndSet(now, now & ~LAST)) {
                    runLast();
                }
            } else if (state.compareAndSet(now, now - 1)) {
                return;
            }
        }
    }

    private void runLast() {
        Runnable left = last;
        if (left != null) {
            left.run();
        }
    }

    /** Closes the gate, if the container has not, and has {@code completion} run once all calls are out. */
    void end(Runnable completion) {
        if (tryEnter()) {
            last = completion;
            state.updateAndGet(now -> (now & CLOSED) == 0 ? now | CLOSED | LAST : now); // else the container was faster
            exit();
        }
    }

    /** Closes the gate and waits until every call is out. For the container's own thread, within its callback. */
    void close() {
        state.updateAndGet(now -> now | CLOSED);
        long start = System.nanoTime();
        for (int spin = 0; (state.get() & CALLS) != 0 && System.nanoTime() - start < PATIENCE_NANOS; spin++) {
            if (spin < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(20));
            }
        }
    }
}
