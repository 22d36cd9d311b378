package dev.gatehouse.observe.accesslog;

/** Text from requests, cut and cleaned so that it cannot fill or forge a log. */
final class Shortened {

    private Shortened() {}

    /** The longest beginning of {@code text} that has at most {@code max} bytes in UTF-8; never half a character. */
    static String toBytes(String text, int max) {
        int bytes = 0;
        int i = 0;
        while (i < text.length()) {
            int point = text.codePointAt(i);
            bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
            if (bytes > max) {
                return text.substring(0, i);
            }
            i += Character.charCount(point);
        }
        return text;
    }

    /** The text with control characters and spaces replaced, so that a line stays a line and a column a column. */
    static String printable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isTroublesome(text.charAt(i))) {
                return cleaned(text);
            }
        }
        return text;
    }

    private static String cleaned(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            clean.append(isTroublesome(c) ? '?' : c);
        }
        return clean.toString();
    }

    private static boolean isTroublesome(char c) {
        return c <= ' ' || c == 0x7f || c >= 0x80 && c < 0xa0 || c == 0x2028 || c == 0x2029;
    }
}
