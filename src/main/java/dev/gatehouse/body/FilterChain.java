package dev.gatehouse.body;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Filters one after another: what one settles, the next one takes.
 *
 * <p>Threads: confined to the reader of one response.
 */
public final class FilterChain implements BodyFilter {

    private final BodyFilter first;
    private final BodyFilter second;
    private final ByteQueue between = new ByteQueue(8 * 1024);
    private boolean firstIsDone;

    private FilterChain(BodyFilter first, BodyFilter second) {
        this.first = first;
        this.second = second;
    }

    /** The chain of {@code filters}, at least one. */
    public static BodyFilter of(List<BodyFilter> filters) {
        BodyFilter chain = filters.get(filters.size() - 1);
        for (int i = filters.size() - 2; i >= 0; i--) {
            chain = new FilterChain(filters.get(i), chain);
        }
        return chain;
    }

    @Override
    public void filter(ByteBuffer in, ByteQueue out) throws BrokenBody {
        while (pass(out) && in.hasRemaining()) {
            first.filter(in, between);
        }
        pass(out);
    }

    /** Hands on what waits between the two; whether all of it was taken. */
    private boolean pass(ByteQueue out) throws BrokenBody {
        if (between.size() > 0 && out.size() < ENOUGH_BYTES) {
            ByteBuffer waiting = between.view();
            second.filter(waiting, out);
            between.drop(between.size() - waiting.remaining());
        }
        return between.size() == 0 && out.size() < ENOUGH_BYTES;
    }

    @Override
    public boolean finish(ByteQueue out) throws BrokenBody {
        while (pass(out)) {
            if (firstIsDone) {
                return second.finish(out);
            }
            firstIsDone = first.finish(between);
        }
        return false;
    }
}
