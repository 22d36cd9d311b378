package dev.gatehouse.servlet;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.forward.ClientSide;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The client's upload, pulled from the container without blocking.
 *
 * <p>Threads: one reader at a time, any thread. The container calls the listener on its own threads; a demand is handed
 * over through one atomic reference, so that it is run once.
 */
final class RequestBodySource implements BodySource, ReadListener {

    private static final int BUFFER_BYTES = 32 * 1024;

    private final ServletInputStream in;
    private final long length;
    private final ClientSide.Signals signals;
    private final CallGate gate;
    private final AtomicReference<@Nullable Runnable> demand = new AtomicReference<>();
    private volatile @Nullable Throwable failure;
    private volatile boolean allRead;
    private volatile boolean ready;
    private long received; // seen by others through the gate
    private byte @Nullable [] buffer;
    private @Nullable ByteBuffer chunk;

    /** Takes over {@code in}; call on the container's thread after the request has become asynchronous. */
    RequestBodySource(ServletInputStream in, long length, ClientSide.Signals signals, CallGate gate) {
        this.in = in;
        this.length = length;
        this.signals = signals;
        this.gate = gate;
        in.setReadListener(this);
    }

    @Override
    public State next() {
        if (failure != null) {
            return State.FAILED;
        }
        if (allRead) {
            return State.END;
        }
        try {
            gate.enter();
        } catch (IOException ended) {
            onError(ended);
            return State.FAILED;
        }
        try {
            if (!in.isReady()) {
                return allRead || in.isFinished() ? State.END : State.PENDING;
            }
            return read();
        } catch (IOException | IllegalStateException broken) {
            onError(broken);
            return State.FAILED;
        } finally {
            gate.exit();
        }
    }

    private State read() throws IOException {
        byte[] bytes = buffer;
        if (bytes == null) {
            bytes = new byte[bufferSize()];
            buffer = bytes;
        }
        int count = in.read(bytes, 0, bytes.length);
        if (count > 0) {
            received += count;
            chunk = ByteBuffer.wrap(bytes, 0, count);
            return State.CHUNK;
        }
        return count < 0 || in.isFinished() ? State.END : State.PENDING;
    }

    private int bufferSize() {
        return length > 0 && length < BUFFER_BYTES ? (int) length : BUFFER_BYTES;
    }

    /** Whether the client has nothing more to send. Only while the container may be called. */
    boolean isOver() {
        return allRead || received == length || in.isFinished();
    }

    @Override
    public ByteBuffer chunk() {
        return Objects.requireNonNull(chunk);
    }

    @Override
    public boolean isLast() {
        if (!gate.tryEnter()) {
            return false;
        }
        try {
            return in.isFinished();
        } finally {
            gate.exit();
        }
    }

    @Override
    public void release() {
        chunk = null;
    }

    @Override
    public Throwable failure() {
        return Objects.requireNonNull(failure);
    }

    /** The container calls back after {@code isReady()} said no, which {@link #next()} has just heard. */
    @Override
    public void demand(Runnable whenReady) {
        demand.set(whenReady);
        if (ready || failure != null || allRead) {
            ready = false;
            runDemand(); // it came between the look and the demand
        }
    }

    private void runDemand() {
        Runnable waiting = demand.getAndSet(null);
        if (waiting != null) {
            waiting.run();
        }
    }

    @Override
    public void onDataAvailable() {
        ready = true;
        if (demand.get() != null) {
            ready = false;
            runDemand();
        }
    }

    @Override
    public void onAllDataRead() {
        allRead = true;
        runDemand();
    }

    @Override
    public void onError(Throwable cause) {
        if (failure == null) {
            failure = cause;
            signals.clientGone(cause);
        }
        runDemand();
    }

    /** The rest of the upload is the container's to deal with. */
    @Override
    public void cancel(Throwable cause) {
        demand.set(null);
    }

    @Override
    public long length() {
        return length;
    }
}
