package dev.gatehouse.rewrite.css;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Backslash escapes of CSS (CSS Syntax Level 3, section 4.3.7). */
final class CssEscapes {

    private static final int MAX_HEX_DIGITS = 6;

    private CssEscapes() {}

    /** The first {@code length} bytes with escapes undone, in UTF-8. */
    static byte[] decode(byte[] bytes, int length) {
        ByteArrayOutputStream plain = new ByteArrayOutputStream(length);
        for (int at = 0; at < length; ) {
            if (bytes[at] != '\\' || at + 1 == length) {
                plain.write(bytes[at++]);
                continue;
            }
            at++;
            int digits = 0;
            int value = 0;
            while (at < length && digits < MAX_HEX_DIGITS && Character.digit(bytes[at], 16) >= 0) {
                value = value * 16 + Character.digit(bytes[at++], 16);
                digits++;
            }
            if (digits == 0) {
                plain.write(bytes[at++]);
                continue;
            }
            if (at < length && isSpace(bytes[at])) {
                at++; // one space ends the digits
            }
            int point = value == 0 || value > Character.MAX_CODE_POINT ? 0xfffd : value;
            plain.writeBytes(new String(Character.toChars(point)).getBytes(StandardCharsets.UTF_8));
        }
        return plain.toByteArray();
    }

    /** {@code text}, one byte a character, as it must be written inside {@code quote}, or inside {@code url()} for 0. */
    static byte[] encode(String text, byte quote) {
        StringBuilder escaped = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == 0x7f) {
                escaped.append(String.format("\\%x ", (int) c));
                continue;
            }
            boolean special = quote == 0
                    ? c == '"' || c == '\'' || c == '(' || c == ')' || c == '\\' || c == ' '
                    : c == quote || c == '\\';
            escaped.append(special ? "\\" : "").append(c);
        }
        return escaped.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** White space (CSS Syntax Level 3, section 4.2), before line breaks are made one. */
    static boolean isSpace(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f';
    }
}
