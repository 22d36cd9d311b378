package dev.gatehouse.rewrite.text;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.body.ByteQueue;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A filter that may hold back the last bytes of what it has seen, since they may be the beginning of something.
 *
 * <p>Threads: confined to one response.
 */
abstract class WindowFilter implements BodyFilter {

    /** What has been seen and is not settled: the first {@link #length} bytes count. */
    byte[] work = new byte[0];

    int length;

    /**
     * Appends what is settled.
     *
     * @param isLast whether nothing follows; then all is settled
     * @return how many bytes are settled
     */
    abstract int settle(ByteQueue out, boolean isLast);

    @Override
    public final void filter(ByteBuffer in, ByteQueue out) {
        int added = in.remaining();
        if (work.length < length + added) {
            work = Arrays.copyOf(work, length + added);
        }
        in.get(work, length, added);
        length += added;
        int settled = settle(out, false);
        System.arraycopy(work, settled, work, 0, length - settled);
        length -= settled;
    }

    @Override
    public final boolean finish(ByteQueue out) {
        settle(out, true);
        length = 0;
        return true;
    }
}
