package dev.gatehouse.rewrite.html;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the bytes of a token mean: characters, character references, the parts of a doctype. The rewriter needs none of
 * this, but the public test suite compares it.
 */
final class TokenTexts {

    private static final String WINDOWS_1252 =
            "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039"
                    + "\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d"
                    + "\u017e\u0178";

    private final Map<String, String> references;
    private final int longest;

    /** Texts with the named references of {@code references}, without their ampersand. */
    TokenTexts(Map<String, String> references) {
        this.references = new HashMap<>(references);
        this.longest =
                references.keySet().stream().mapToInt(String::length).max().orElse(0);
    }

    /** Each 16-bit unit on its own, so that even half of a pair has bytes. */
    static byte[] encode(String text) {
        byte[] bytes = new byte[text.length() * 3];
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes[length++] = (byte) c;
            } else {
                bytes[length++] = (byte) (0xe0 | c >> 12);
                bytes[length++] = (byte) (0x80 | c >> 6 & 0x3f);
                bytes[length++] = (byte) (0x80 | c & 0x3f);
            }
        }
        return Arrays.copyOf(bytes, length);
    }

    /** The reverse of {@link #encode}, with line ends made alike. */
    static String decode(byte[] bytes, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            int b = bytes[i] & 0xff;
            if (b < 0x80) {
                text.append((char) b);
            } else {
                text.append((char) ((b & 0xf) << 12 | (bytes[++i] & 0x3f) << 6 | bytes[++i] & 0x3f));
            }
        }
        return text.toString().replace("\r\n", "\n").replace('\r', '\n');
    }

    static String withoutNul(String text) {
        return text.replace('\0', '\ufffd');
    }

    static String lowerCase(String text) {
        StringBuilder lower = new StringBuilder();
        text.chars().map(c -> c >= 'A' && c <= 'Z' ? c + 32 : c).forEach(c -> lower.append((char) c));
        return lower.toString();
    }

    String withReferences(String text, boolean inAttribute) {
        StringBuilder result = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            char c = text.charAt(at);
            if (c != '&') {
                result.append(c);
                at++;
            } else if (text.startsWith("#", at + 1)) {
                at = numeric(text, at, result);
            } else {
                at = named(text, at, inAttribute, result);
            }
        }
        return result.toString();
    }

    private static int numeric(String text, int from, StringBuilder result) {
        int at = from + 2;
        boolean hex = at < text.length() && (text.charAt(at) == 'x' || text.charAt(at) == 'X');
        at += hex ? 1 : 0;
        int start = at;
        int value = 0;
        while (at < text.length() && isDigit(text.charAt(at), hex)) {
            value = Math.min(0x110000, value * (hex ? 16 : 10) + Character.digit(text.charAt(at++), 16));
        }
        if (at == start) {
            result.append(text, from, at);
            return at;
        }
        if (value == 0 || value > 0x10ffff || value >= 0xd800 && value <= 0xdfff) {
            value = 0xfffd;
        } else if (value >= 0x80 && value <= 0x9f) {
            value = WINDOWS_1252.charAt(value - 0x80);
        }
        result.appendCodePoint(value);
        return text.startsWith(";", at) ? at + 1 : at;
    }

    private static boolean isDigit(char c, boolean hex) {
        return c >= '0' && c <= '9' || hex && (c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F');
    }

    private int named(String text, int from, boolean inAttribute, StringBuilder result) {
        for (int length = Math.min(longest, text.length() - from - 1); length > 0; length--) {
            int end = from + 1 + length;
            String character = references.get(text.substring(from + 1, end));
            if (character != null) {
                boolean isOpen = text.charAt(end - 1) != ';';
                char next = end < text.length() ? text.charAt(end) : ' ';
                boolean goesOn = next == '=' || next < 0x80 && Character.isLetterOrDigit(next);
                result.append(inAttribute && isOpen && goesOn ? text.substring(from, end) : character);
                return end;
            }
        }
        result.append('&');
        return from + 1;
    }

    static String comment(String markup, boolean isClosed) {
        String rest = markup.substring(4);
        if (!isClosed) {
            String open = rest.endsWith("--!") ? rest.substring(0, rest.length() - 3) : rest;
            return withoutNul(open.length() < rest.length() ? open : rest.replaceFirst("-{1,2}\\z", ""));
        }
        if (rest.equals(">") || rest.equals("->")) {
            return "";
        }
        return withoutNul(rest.substring(0, rest.length() - (rest.endsWith("--!>") ? 4 : 3)));
    }

    static String bogusComment(String markup, boolean isClosed) {
        int start = markup.startsWith("<?") ? 1 : 2;
        return withoutNul(markup.substring(start, markup.length() - (isClosed ? 1 : 0)));
    }

    /** The parts of a doctype by name: name, public, system (each may be missing), and whether it is correct. */
    static Map<String, Object> doctype(String markup, boolean isClosed) {
        return new Doctype(withoutNul(markup.substring(9, markup.length() - (isClosed ? 1 : 0))), isClosed).read();
    }

    /** HTML standard, 13.2.5.53 to 13.2.5.68. */
    private static final class Doctype {

        private final String text;
        private final Map<String, Object> parts = new TreeMap<>();
        private boolean isCorrect;
        private int at;

        Doctype(String text, boolean isClosed) {
            this.text = text;
            this.isCorrect = isClosed;
        }

        Map<String, Object> read() {
            space();
            int start = at;
            while (at < text.length() && !isSpace(text.charAt(at))) {
                at++;
            }
            if (at == start) {
                isCorrect = false;
            } else {
                parts.put("name", lowerCase(text.substring(start, at)));
            }
            space();
            if (at < text.length()) {
                identifiers();
            }
            parts.put("correct", isCorrect);
            return parts;
        }

        private void identifiers() {
            String word = lowerCase(text.substring(at, Math.min(text.length(), at + 6)));
            if (word.equals("public")) {
                at += 6;
                space();
                if (identifier("public")) {
                    space();
                    if (at < text.length()) {
                        identifier("system");
                    }
                }
            } else if (word.equals("system")) {
                at += 6;
                space();
                identifier("system");
            } else {
                isCorrect = false;
            }
        }

        private boolean identifier(String part) {
            char quote = at < text.length() ? text.charAt(at) : ' ';
            if (quote != '"' && quote != '\'') {
                isCorrect = false;
                return false;
            }
            int end = text.indexOf(quote, at + 1);
            isCorrect &= end >= 0;
            parts.put(part, text.substring(at + 1, end < 0 ? text.length() : end));
            at = end < 0 ? text.length() : end + 1;
            space();
            if (part.equals("system") && at < text.length()) {
                isCorrect = true; // what follows does no harm, not even the end of the page
            }
            return end >= 0;
        }

        private void space() {
            while (at < text.length() && isSpace(text.charAt(at))) {
                at++;
            }
        }

        private static boolean isSpace(char c) {
            return c == ' ' || c == '\t' || c == '\n' || c == '\f';
        }
    }
}
