package dev.gatehouse.rewrite.css;

import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.rewrite.url.LinkMapper;
import dev.gatehouse.rewrite.url.Notation;
import dev.gatehouse.rewrite.url.Passthrough;
import java.nio.charset.StandardCharsets;

/** One URL of a style sheet, held until it is complete. */
final class CssUrl {

    private final LinkMapper mapper;
    private final byte[] held = new byte[CssRewriter.MAX_HELD];
    private int length;
    private final Passthrough passthrough = new Passthrough();
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
        map(held, length, out);
    }

    private boolean map(byte[] url, int to, ByteQueue out) {
        passthrough.into(out);
        passthrough.begin(url, 0);
        boolean changed = mapper.map(url, 0, to, Notation.PLAIN, passthrough);
        passthrough.copyTo(to);
        return changed;
    }

    /** Escapes are undone, and done again where the URL changes; where it does not, it stays byte for byte. */
    private void finishEscaped(ByteQueue out, byte quote) {
        byte[] plain = CssEscapes.decode(held, length);
        ByteQueue mapped = new ByteQueue(plain.length + 64);
        if (!map(plain, plain.length, mapped)) {
            release(out);
            return;
        }
        byte[] escaped = CssEscapes.encode(new String(mapped.toBytes(), StandardCharsets.ISO_8859_1), quote);
        out.append(escaped, 0, escaped.length);
    }
}
