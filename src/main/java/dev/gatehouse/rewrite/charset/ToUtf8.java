package dev.gatehouse.rewrite.charset;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.body.ByteQueue;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Turns a body into UTF-8 while it streams. What is not a character in its charset becomes U+FFFD, as in browsers.
 *
 * <p>Threads: confined to one response.
 */
public final class ToUtf8 implements BodyFilter {

    private static final int CHARS = 8 * 1024;

    /** Longer than the longest character of any charset. */
    private static final int MAX_HELD = 16;

    private final CharsetDecoder decoder;
    private final CharsetEncoder encoder = StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final CharBuffer chars = CharBuffer.allocate(CHARS);
    private final byte[] bytes = new byte[CHARS * 3 + 16];
    private final ByteBuffer held = ByteBuffer.allocate(2 * MAX_HELD);

    /** A filter for bodies in {@code charset}. */
    public ToUtf8(Charset charset) {
        this.decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE)
                .replaceWith("\ufffd");
    }

    @Override
    public void filter(ByteBuffer in, ByteQueue out) {
        while (held.position() > 0 && in.hasRemaining()) { // a character that was cut
            held.put(in.get());
            held.flip();
            decode(held, false, out);
            held.compact();
            if (held.position() == MAX_HELD) {
                break;
            }
        }
        decode(in, false, out);
        while (in.hasRemaining()) {
            held.put(in.get());
        }
    }

    @Override
    public boolean finish(ByteQueue out) {
        held.flip();
        decode(held, true, out);
        CoderResult result;
        do {
            result = decoder.flush(chars);
            encode(true, out);
        } while (result.isOverflow());
        return true;
    }

    private void decode(ByteBuffer in, boolean isLast, ByteQueue out) {
        CoderResult result;
        do {
            result = decoder.decode(in, chars, isLast);
            encode(false, out);
        } while (result.isOverflow());
    }

    private void encode(boolean isLast, ByteQueue out) {
        chars.flip();
        ByteBuffer target = ByteBuffer.wrap(bytes);
        CoderResult unused = encoder.encode(chars, target, isLast);
        out.append(bytes, 0, target.position());
        chars.compact(); // half of a surrogate pair may be left
    }
}
