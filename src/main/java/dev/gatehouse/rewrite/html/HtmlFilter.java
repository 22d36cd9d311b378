package dev.gatehouse.rewrite.html;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.body.ByteQueue;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites one page on its way: links, and markup at its anchors.
 *
 * <p>Threads: confined to the reader of one response.
 */
public final class HtmlFilter implements BodyFilter {

    private static final int SCRATCH = 8192;

    private final HtmlTokenizer tokenizer;
    private final @Nullable Injector injector;
    private byte[] scratch = {};

    /**
     * A filter for one page.
     *
     * @param links maps the links; null to leave them
     * @param markup what to put where, in the encoding of the page; empty for nothing
     */
    public HtmlFilter(@Nullable LinkHandler links, Map<Anchor, byte[]> markup) {
        TagHandler handler = links == null ? (name, isEnd) -> false : links;
        this.injector = markup.isEmpty() ? null : new Injector(handler, markup);
        this.tokenizer = new HtmlTokenizer(injector == null ? handler : injector);
    }

    @Override
    public void filter(ByteBuffer in, ByteQueue out) {
        if (in.hasArray()) {
            tokenizer.write(in.array(), in.arrayOffset() + in.position(), in.remaining(), out);
            in.position(in.limit());
            return;
        }
        if (scratch.length == 0) {
            scratch = new byte[SCRATCH];
        }
        while (in.hasRemaining()) {
            int length = Math.min(in.remaining(), scratch.length);
            in.get(scratch, 0, length);
            tokenizer.write(scratch, 0, length, out);
        }
    }

    @Override
    public boolean finish(ByteQueue out) {
        tokenizer.end(out);
        return true;
    }

    /** The anchors that have got their markup so far. True at any time, also where the page breaks off. */
    public List<Anchor> landed() {
        return injector == null ? List.of() : injector.landed();
    }

    /** The anchors that were given markup and have not come so far. */
    public List<Anchor> missed() {
        return injector == null ? List.of() : injector.missed();
    }

    /** How many tags were passed unseen because they were too long or had too many attributes. */
    public long overflows() {
        return tokenizer.overflows();
    }
}
