package dev.gatehouse.rewrite;

import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.rewrite.css.CssRewriter;
import dev.gatehouse.rewrite.html.RawTextFilter;
import dev.gatehouse.rewrite.html.StyleRewriter;
import dev.gatehouse.rewrite.url.Edits;
import dev.gatehouse.rewrite.url.LinkMapper;
import dev.gatehouse.rewrite.url.Notation;
import java.nio.charset.StandardCharsets;

/** The styles within a page: {@code <style>} elements and {@code style} attributes. Threads: confined to one response. */
final class PageStyles implements StyleRewriter {

    private final LinkMapper mapper;
    private final ByteQueue result = new ByteQueue(256);

    PageStyles(LinkMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public RawTextFilter sheet() {
        CssRewriter rewriter = new CssRewriter(mapper);
        return new RawTextFilter() {
            @Override
            public void filter(byte[] bytes, int from, int to, ByteQueue out) {
                rewriter.rewrite(bytes, from, to, out);
            }

            @Override
            public void end(ByteQueue out) {
                rewriter.end(out);
            }
        };
    }

    @Override
    public boolean attribute(byte[] bytes, int from, int to, Edits edits) {
        boolean isPlain = !contains(bytes, from, to, (byte) '&');
        byte[] style = isPlain ? java.util.Arrays.copyOfRange(bytes, from, to) : decoded(bytes, from, to);
        result.clear();
        CssRewriter rewriter = new CssRewriter(mapper);
        rewriter.rewrite(style, 0, style.length, result);
        rewriter.end(result);
        byte[] mapped = result.toBytes();
        if (java.util.Arrays.equals(style, mapped)) {
            return false;
        }
        edits.replace(from, to, isPlain ? mapped : Notation.HTML.write(new String(mapped, StandardCharsets.UTF_8)));
        return true;
    }

    private static boolean contains(byte[] bytes, int from, int to, byte wanted) {
        for (int at = from; at < to; at++) {
            if (bytes[at] == wanted) {
                return true;
            }
        }
        return false;
    }

    private static byte[] decoded(byte[] bytes, int from, int to) {
        return Notation.HTML.decode(bytes, from, to).getBytes(StandardCharsets.UTF_8);
    }
}
