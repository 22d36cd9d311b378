package dev.gatehouse.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Percent escapes (RFC 3986, section 2.1), read in the two ways that are needed here. */
final class PercentEncoding {

    private static final int NOT_HEX = -1;

    private PercentEncoding() {}

    /** Decodes a form's name or value: {@code +} is a space, malformed escapes stay, malformed UTF-8 is U+FFFD. */
    static String decodeForm(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int escaped = c == '%' ? byteAt(text, i) : NOT_HEX;
            if (escaped != NOT_HEX) {
                bytes.write(escaped);
                i += 2;
            } else if (c < 0x80) {
                bytes.write(c == '+' ? ' ' : c);
            } else {
                i += writeAsUtf8(text, i, bytes) - 1;
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static int writeAsUtf8(String text, int at, ByteArrayOutputStream bytes) {
        int chars = Character.charCount(text.codePointAt(at));
        bytes.writeBytes(text.substring(at, at + chars).getBytes(StandardCharsets.UTF_8));
        return chars;
    }

    /**
     * Decodes every escape of a path once, as the most generous origin would: overlong UTF-8 such as {@code %c0%af} is
     * taken for what it stands for. Escapes that are none, and bytes that cannot be joined to a character, stay as they
     * are written.
     *
     * @return {@code path} itself where there was nothing to decode
     */
    static String decodePath(String path) {
        int first = path.indexOf('%');
        if (first < 0) {
            return path;
        }
        StringBuilder decoded = new StringBuilder(path.length()).append(path, 0, first);
        int at = first;
        while (at < path.length()) {
            at += decodeOne(path, at, decoded);
        }
        return decoded.length() == path.length() ? path : decoded.toString();
    }

    /** Appends the next character, decoded where it can be; returns how many characters of {@code path} it took. */
    private static int decodeOne(String path, int at, StringBuilder decoded) {
        char c = path.charAt(at);
        int lead = c == '%' ? byteAt(path, at) : NOT_HEX;
        int length = lead == NOT_HEX ? 0 : sequenceLength(lead);
        int codePoint = length == 0 ? -1 : codePointAt(path, at, lead, length);
        if (codePoint < 0) {
            decoded.append(c);
            return 1;
        }
        decoded.appendCodePoint(codePoint);
        return 3 * length;
    }

    /** How many bytes a UTF-8 sequence with this first byte has; 0 where none can begin so. */
    private static int sequenceLength(int lead) {
        if (lead < 0x80) {
            return 1;
        }
        if (lead < 0xc0) {
            return 0;
        }
        return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0;
    }

    /** The character written as {@code length} escapes at {@code at}; -1 where they do not join to one. */
    private static int codePointAt(String path, int at, int lead, int length) {
        if (length == 1) {
            return lead;
        }
        int codePoint = lead & (0x7f >> length);
        for (int k = 1; k < length; k++) {
            int next = byteAt(path, at + 3 * k);
            if (next == NOT_HEX || (next & 0xc0) != 0x80) {
                return -1;
            }
            codePoint = (codePoint << 6) | (next & 0x3f);
        }
        boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return Character.isValidCodePoint(codePoint) && !surrogate ? codePoint : -1;
    }

    /** The byte escaped at {@code at}, or {@link #NOT_HEX} where no complete escape begins there. */
    private static int byteAt(String text, int at) {
        if (at + 2 >= text.length() || text.charAt(at) != '%') {
            return NOT_HEX;
        }
        int high = hex(text.charAt(at + 1));
        int low = hex(text.charAt(at + 2));
        return high < 0 || low < 0 ? NOT_HEX : (high << 4) | low;
    }

    private static int hex(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int letter = c | 0x20;
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
    }
}
