package dev.gatehouse.rewrite.css;

import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.rewrite.url.Edits;
import dev.gatehouse.rewrite.url.LinkMapper;
import dev.gatehouse.rewrite.url.Notation;
import java.nio.charset.StandardCharsets;

/** One URL of a style sheet, held until it is complete. */
final class CssUrl implements Edits {

    private final LinkMapper mapper;
    private final byte[] held = new byte[CssRewriter.MAX_HELD];
    private int length;
    private int copied;
    private ByteQueue target = new ByteQueue(0);
    private boolean hasEscapes;

    CssUrl(LinkMapper mapper) {
        this.mapper = mapper;
    }

    void clear() {
        length = 0;
        hasEscapes = false;
    }

    int length() {
        return length;
    }

    void add(byte b) {
        hasEscapes |= b == '\\';
        held[length++] = b;
    }

    /** Lets the held bytes go as they are. */
    void release(ByteQueue out) {
        out.append(held, 0, length);
    }

    /** Appends the mapped URL; {@code quote} is the character around it, 0 for none. */
    void finish(ByteQueue out, byte quote) {
        if (hasEscapes) {
            finishEscaped(out, quote);
            return;
        }
        target = out;
        copied = 0;
        mapper.map(held, 0, length, Notation.PLAIN, this);
        out.append(held, copied, length - copied);
    }

    @Override
    public void replace(int from, int to, byte[] with) {
        target.append(held, copied, from - copied);
        target.append(with, 0, with.length);
        copied = to;
    }

    /** Escapes are undone, and done again where the URL changes; where it does not, it stays byte for byte. */
    private void finishEscaped(ByteQueue out, byte quote) {
        byte[] plain = CssEscapes.decode(held, length);
        ByteQueue mapped = new ByteQueue(plain.length + 64);
        int[] from = new int[1];
        boolean changed = mapper.map(plain, 0, plain.length, Notation.PLAIN, (start, end, with) -> {
            mapped.append(plain, from[0], start - from[0]);
            mapped.append(with, 0, with.length);
            from[0] = end;
        });
        if (!changed) {
            release(out);
            return;
        }
        mapped.append(plain, from[0], plain.length - from[0]);
        byte[] text = new byte[mapped.size()];
        mapped.view().get(text);
        byte[] escaped = CssEscapes.encode(new String(text, StandardCharsets.ISO_8859_1), quote);
        out.append(escaped, 0, escaped.length);
    }
}
