package dev.gatehouse.rewrite.html;

import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.rewrite.url.Edits;
import dev.gatehouse.rewrite.url.Notation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The page that is the value of a {@code srcdoc} attribute. It is read with its character references decoded; what changes
 * is written with references again, and all other bytes of the value stay.
 *
 * <p>A value is never longer than the longest tag that is handled, and a page within such a page is left alone.
 */
final class NestedPage implements TagHandler {

    private static final byte[] NO_BYTES = {};

    private final LinkHandler links;
    private final Tag.Quote quote;
    private final Edits outer;

    /** The value decoded, and where in the tag each of its bytes comes from. */
    private byte[] decoded = NO_BYTES;

    private int[] origins = {};
    private int length;
    private boolean isChanged;

    NestedPage(LinkHandler links, Tag.Quote quote, Edits outer) {
        this.links = links;
        this.quote = quote;
        this.outer = outer;
    }

    /** Rewrites the value that stands from {@code from} to before {@code to}; true where anything was changed. */
    boolean rewrite(byte[] bytes, int from, int to) {
        decode(bytes, from, to);
        HtmlTokenizer tokenizer = new HtmlTokenizer(this);
        ByteQueue unused = new ByteQueue(length);
        tokenizer.write(decoded, 0, length, unused);
        tokenizer.end(unused);
        return isChanged;
    }

    private void decode(byte[] bytes, int from, int to) {
        decoded = new byte[to - from];
        origins = new int[to - from + 1];
        for (int at = from; at < to; ) {
            long read = Notation.HTML.read(bytes, at, to);
            int next = Notation.next(read);
            int c = Notation.character(read);
            if (c <= 0x7f || next == at + 1) {
                add((byte) c, at);
            } else {
                addCharacter(c, at);
            }
            at = next;
        }
        origins[length] = to;
    }

    /** No reference is shorter than the character it stands for. */
    private void addCharacter(int c, int origin) {
        String text = Character.toString(Character.isValidCodePoint(c) ? c : 0xfffd);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            add(b, origin);
        }
    }

    private void add(byte b, int origin) {
        origins[length] = origin;
        decoded[length++] = b;
    }

    private void replace(int from, int to, byte[] with) {
        isChanged = true;
        outer.replace(origins[from], origins[to], encode(with));
    }

    private byte[] encode(byte[] text) {
        ByteQueue encoded = new ByteQueue(text.length + 16);
        for (byte b : text) {
            boolean isSpecial = switch (b) {
                case '&', '"', '\'', '<', '>' -> true;
                case '=', '`' -> quote == Tag.Quote.UNQUOTED;
                default -> quote == Tag.Quote.UNQUOTED && Scan.is(b, Scan.SPACE);
            };
            if (isSpecial) {
                byte[] reference = ("&#" + b + ";").getBytes(StandardCharsets.US_ASCII);
                encoded.append(reference, 0, reference.length);
            } else {
                encoded.append(b);
            }
        }
        return encoded.toBytes();
    }

    @Override
    public boolean wants(TagName name, boolean isEnd) {
        return links.wants(name, isEnd);
    }

    @Override
    public void startTag(Tag tag) {
        links.collect(tag).moveTo(this::replace);
    }

    @Override
    public @Nullable RawTextFilter rawText(TagName element) {
        RawTextFilter sheet = links.rawText(element);
        return sheet == null ? null : new Sheet(sheet);
    }

    /** Takes the whole of a style sheet, and replaces it where anything in it has changed. */
    private final class Sheet implements RawTextFilter {

        private final RawTextFilter sheet;
        private final ByteQueue result = new ByteQueue(256);
        private int start;
        private int taken;

        Sheet(RawTextFilter sheet) {
            this.sheet = sheet;
        }

        @Override
        public void filter(byte[] bytes, int from, int to, ByteQueue out) {
            if (taken == 0) {
                boolean isHeld = bytes != decoded; // only what is left over at the very end
                start = isHeld ? length - (to - from) : from;
            }
            taken += to - from;
            sheet.filter(bytes, from, to, result);
        }

        @Override
        public void end(ByteQueue out) {
            sheet.end(result);
            byte[] now = result.toBytes();
            if (!Arrays.equals(now, 0, now.length, decoded, start, start + taken)) {
                replace(start, start + taken, now);
            }
        }
    }
}
