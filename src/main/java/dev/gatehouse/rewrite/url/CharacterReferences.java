package dev.gatehouse.rewrite.url;

import java.nio.charset.StandardCharsets;

/**
 * Character references in attribute values (HTML standard, 13.2.5.72 and following), as far as they can hide a URL: all
 * numeric ones, and the named ones that stand for an ASCII character.
 */
final class CharacterReferences {

    private static final String[] NAMES = {
        "amp;",
        "&",
        "quot;",
        "\"",
        "apos;",
        "'",
        "lt;",
        "<",
        "gt;",
        ">",
        "colon;",
        ":",
        "sol;",
        "/",
        "bsol;",
        "\\",
        "period;",
        ".",
        "Tab;",
        "\t",
        "NewLine;",
        "\n",
        "num;",
        "#",
        "quest;",
        "?",
        "commat;",
        "@",
        "percnt;",
        "%",
        "lowbar;",
        "_",
        "lpar;",
        "(",
        "rpar;",
        ")",
        "comma;",
        ",",
        "semi;",
        ";",
        "equals;",
        "=",
        "lsqb;",
        "[",
        "rsqb;",
        "]"
    };

    private static final byte[][] SPELLED = new byte[NAMES.length / 2][];

    static {
        for (int i = 0; i < SPELLED.length; i++) {
            SPELLED[i] = NAMES[2 * i].getBytes(StandardCharsets.US_ASCII);
        }
    }

    private CharacterReferences() {}

    /** Reads what begins with the ampersand at {@code at}; an ampersand that begins nothing stands for itself. */
    static long read(byte[] bytes, int at, int end) {
        if (at + 1 < end && bytes[at + 1] == '#') {
            return numeric(bytes, at, end);
        }
        for (int i = 0; i < SPELLED.length; i++) {
            if (startsWith(bytes, at + 1, end, SPELLED[i])) {
                return Notation.packed(NAMES[2 * i + 1].charAt(0), at + 1 + SPELLED[i].length);
            }
        }
        return Notation.packed('&', at + 1);
    }

    private static long numeric(byte[] bytes, int at, int end) {
        int i = at + 2;
        boolean hex = i < end && (bytes[i] | 0x20) == 'x';
        i += hex ? 1 : 0;
        int value = 0;
        int digits = 0;
        for (; i < end; i++, digits++) {
            int digit = Character.digit(bytes[i], hex ? 16 : 10);
            if (digit < 0) {
                break;
            }
            value = Math.min(value * (hex ? 16 : 10) + digit, 0x110000); // beyond that it is no character
        }
        if (digits == 0) {
            return Notation.packed('&', at + 1);
        }
        boolean closed = i < end && bytes[i] == ';';
        return Notation.packed(value, closed ? i + 1 : i);
    }

    private static boolean startsWith(byte[] bytes, int at, int end, byte[] name) {
        if (end - at < name.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (bytes[at + i] != name[i]) {
                return false;
            }
        }
        return true;
    }
}
