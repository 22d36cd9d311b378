package dev.gatehouse.rewrite.css;

import java.nio.charset.StandardCharsets;

/** The word just read in a style sheet, as far as it can be one of the few that matter. */
final class CssWord {

    private static final byte[] URL = ascii("url");
    private static final byte[] SRC = ascii("src");
    private static final byte[] IMPORT = ascii("@import");
    private static final byte[] IMAGE_SET = ascii("image-set");
    private static final byte[] WEBKIT_IMAGE_SET = ascii("-webkit-image-set");

    private final byte[] letters = new byte[18];
    private int length;

    /** Takes {@code b} if it belongs to a word. */
    boolean take(byte b) {
        boolean belongs = b >= 'a' && b <= 'z'
                || b >= 'A' && b <= 'Z'
                || b >= '0' && b <= '9'
                || b == '-'
                || b == '_'
                || b == '\\'
                || b < 0;
        if (b == '@') {
            length = 0;
            belongs = true;
        }
        if (belongs && length < letters.length) {
            letters[length++] = (byte) (b >= 'A' && b <= 'Z' ? b | 0x20 : b);
        }
        return belongs;
    }

    void clear() {
        length = 0;
    }

    boolean isUrl() {
        return is(URL) || is(SRC);
    }

    boolean isImport() {
        return is(IMPORT);
    }

    boolean isImageSet() {
        return is(IMAGE_SET) || is(WEBKIT_IMAGE_SET);
    }

    private boolean is(byte[] word) {
        if (length != word.length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (letters[i] != word[i]) {
                return false;
            }
        }
        return true;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
