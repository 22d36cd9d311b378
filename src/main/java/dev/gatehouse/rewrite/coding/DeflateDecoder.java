package dev.gatehouse.rewrite.coding;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.body.BrokenBody;
import dev.gatehouse.body.ByteQueue;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes {@code deflate}, which means a zlib frame (RFC 9110, section 8.4.1.2) and in practice also bare deflate data;
 * the first byte tells.
 *
 * <p>Threads: confined to one response.
 */
final class DeflateDecoder implements BodyFilter {

    private static final int ZLIB_METHOD = 8;

    private @Nullable Inflating inflating;
    private boolean hasEnded;

    @Override
    public void filter(ByteBuffer in, ByteQueue out) throws BrokenBody {
        if (!in.hasRemaining()) {
            return;
        }
        Inflating running = inflating;
        if (running == null) {
            running = new Inflating((in.get(in.position()) & 0x0f) != ZLIB_METHOD);
            inflating = running;
        }
        if (!hasEnded && running.run(in, out)) {
            hasEnded = true;
            running.end();
        }
        if (hasEnded) {
            in.position(in.limit()); // nothing may follow; what does is dropped, as browsers do
        }
    }

    @Override
    public boolean finish(ByteQueue out) throws BrokenBody {
        Inflating running = inflating;
        if (running != null && !hasEnded && !running.run(ByteBuffer.allocate(0), out)) {
            if (out.size() >= ENOUGH_BYTES) {
                return false;
            }
            running.end();
            throw new BrokenBody("deflate data is cut short");
        }
        return true;
    }
}
