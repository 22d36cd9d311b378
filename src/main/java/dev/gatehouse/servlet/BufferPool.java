package dev.gatehouse.servlet;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Buffers of one size, kept for reuse: making one per response would cost more than much of the exchange.
 *
 * <p>A buffer that a container may still be reading from is never given back; it is left to the garbage collector.
 *
 * <p>Threads: shared.
 */
final class BufferPool {

    private final int bytes;
    private final int most;
    private final ConcurrentLinkedQueue<byte[]> free = new ConcurrentLinkedQueue<>();
    private final AtomicInteger kept = new AtomicInteger();

    /** Buffers of {@code bytes}, of which {@code most} are kept. */
    BufferPool(int bytes, int most) {
        this.bytes = bytes;
        this.most = most;
    }

    /** The size of every buffer. */
    int bytes() {
        return bytes;
    }

    byte[] take() {
        byte @Nullable [] buffer = free.poll();
        if (buffer == null) {
            return new byte[bytes];
        }
        kept.decrementAndGet();
        return buffer;
    }

    /** Gives a buffer back; one of another size is dropped. */
    void giveBack(byte[] buffer) {
        if (buffer.length == bytes && kept.incrementAndGet() <= most) {
            free.offer(buffer);
        } else if (buffer.length == bytes) {
            kept.decrementAndGet();
        }
    }
}
