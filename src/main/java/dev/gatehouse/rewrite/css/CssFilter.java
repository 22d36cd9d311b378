package dev.gatehouse.rewrite.css;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.rewrite.url.LinkMapper;
import java.nio.ByteBuffer;

/** An external style sheet on its way to the client. Threads: confined to one response. */
public final class CssFilter implements BodyFilter {

    private final CssRewriter rewriter;
    private byte[] copy = new byte[0];

    /** A filter that maps with {@code mapper}. */
    public CssFilter(LinkMapper mapper) {
        this.rewriter = new CssRewriter(mapper);
    }

    @Override
    public void filter(ByteBuffer in, ByteQueue out) {
        int length = in.remaining();
        if (copy.length < length) {
            copy = new byte[length];
        }
        in.get(copy, 0, length);
        rewriter.rewrite(copy, 0, length, out);
    }

    @Override
    public boolean finish(ByteQueue out) {
        rewriter.end(out);
        return true;
    }
}
