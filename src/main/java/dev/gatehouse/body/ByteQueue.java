package dev.gatehouse.body;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Bytes that a filter has settled and the client has not taken yet.
 *
 * <p>It grows with what one chunk expands to and is emptied before the next chunk is read, so its size follows the size
 * of a chunk and not that of the body.
 *
 * <p>Threads: confined to the reader of one response.
 */
public final class ByteQueue {

    private byte[] bytes;
    private int start;
    private int end;

    /** An empty queue with room for {@code capacity} bytes before it grows. */
    public ByteQueue(int capacity) {
        this.bytes = new byte[capacity];
    }

    /** How many bytes wait. */
    public int size() {
        return end - start;
    }

    /** Appends one byte. */
    public void append(byte value) {
        reserve(1);
        bytes[end++] = value;
    }

    /** Appends {@code length} bytes of {@code source} from {@code offset}. */
    public void append(byte[] source, int offset, int length) {
        reserve(length);
        System.arraycopy(source, offset, bytes, end, length);
        end += length;
    }

    /** Appends all of {@code source} and moves its position to its limit. */
    public void append(ByteBuffer source) {
        int length = source.remaining();
        reserve(length);
        source.get(bytes, end, length);
        end += length;
    }

    /** The waiting bytes, as a view: valid until the next append. */
    public ByteBuffer view() {
        return ByteBuffer.wrap(bytes, start, end - start);
    }

    /** A copy of all that waits, which goes on waiting. */
    public byte[] toBytes() {
        return Arrays.copyOfRange(bytes, start, end);
    }

    /** Forgets the first {@code count} waiting bytes. */
    public void drop(int count) {
        start += count;
        if (start == end) {
            clear();
        }
    }

    /** Forgets all waiting bytes. */
    public void clear() {
        start = 0;
        end = 0;
    }

    private void reserve(int more) {
        if (bytes.length - end >= more) {
            return;
        }
        int size = size();
        if (bytes.length >= size + more) {
            System.arraycopy(bytes, start, bytes, 0, size);
        } else {
            byte[] larger = new byte[Math.max(bytes.length * 2, size + more)];
            System.arraycopy(bytes, start, larger, 0, size);
            bytes = larger;
        }
        start = 0;
        end = size;
    }

    @Override
    public String toString() {
        return new String(toBytes(), java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
