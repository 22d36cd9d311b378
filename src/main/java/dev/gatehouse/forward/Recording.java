package dev.gatehouse.forward;

import dev.gatehouse.body.BodySource;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a body, kept to be read again, any number of times. They lie in blocks that are only ever added to, so
 * a reader's chunk stays as it is, whatever becomes of the recording. A reader holds what lies ahead of it and nothing
 * behind.
 *
 * <p>Threads: guarded by the owner, readers included; once complete it may be read from any.
 */
final class Recording {

    private static final int BLOCK_BYTES = 8 * 1024;

    private final Block start = new Block(0);
    private final long maxBytes;
    private Block last = start;
    private long size;

    /** An empty recording of at most {@code maxBytes}. */
    Recording(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** How many bytes are kept. */
    long size() {
        return size;
    }

    /** Keeps a copy of {@code chunk}, whose position stays; false, keeping nothing of it, where there is no room. */
    boolean append(ByteBuffer chunk) {
        if (chunk.remaining() > maxBytes - size) {
            return false;
        }
        ByteBuffer rest = chunk.duplicate();
        while (rest.hasRemaining()) {
            if (last.end == last.bytes.length) {
                Block next = new Block((int) Math.min(Math.max(rest.remaining(), BLOCK_BYTES), maxBytes - size));
                last.next = next;
                last = next;
            }
            size += last.take(rest);
        }
        return true;
    }

    /** Reads from the first byte on. */
    Reader reader() {
        return new Reader(start);
    }

    /** All of it as a body; only once nothing is added any more. */
    BodySource whole() {
        return new Whole(reader(), size);
    }

    private static final class Block {

        final byte[] bytes;
        int end;

        @Nullable
        Block next;

        Block(int capacity) {
            this.bytes = new byte[capacity];
        }

        int take(ByteBuffer from) {
            int count = Math.min(from.remaining(), bytes.length - end);
            from.get(bytes, end, count);
            end += count;
            return count;
        }
    }

    /** A place in the recording. */
    static final class Reader {

        private Block at;
        private int offset;

        private Reader(Block start) {
            this.at = start;
        }

        /** Whether there are bytes ahead. */
        boolean hasMore() {
            skipRead();
            return offset < at.end;
        }

        private void skipRead() {
            for (Block next = at.next; next != null && offset == at.end; next = at.next) {
                at = next;
                offset = 0;
            }
        }

        /** The bytes ahead that lie together; only where there are some. */
        ByteBuffer take() {
            skipRead();
            ByteBuffer chunk = ByteBuffer.wrap(at.bytes, offset, at.end - offset);
            offset = at.end;
            return chunk;
        }
    }

    /** A complete recording, read as a body: all there, so it never lets its reader wait. */
    private static final class Whole implements BodySource {

        private final Reader reader;
        private final long length;
        private @Nullable ByteBuffer chunk;

        Whole(Reader reader, long length) {
            this.reader = reader;
            this.length = length;
        }

        @Override
        public State next() {
            if (!reader.hasMore()) {
                return State.END;
            }
            chunk = reader.take();
            return State.CHUNK;
        }

        @Override
        public ByteBuffer chunk() {
            return Objects.requireNonNull(chunk);
        }

        @Override
        public boolean isLast() {
            return !reader.hasMore();
        }

        @Override
        public void release() {
            chunk = null;
        }

        @Override
        public Throwable failure() {
            throw new IllegalStateException("a recording does not break off");
        }

        @Override
        public void demand(Runnable whenReady) {
            whenReady.run();
        }

        @Override
        public void cancel(Throwable cause) {
            release();
        }

        @Override
        public long length() {
            return length;
        }
    }
}
