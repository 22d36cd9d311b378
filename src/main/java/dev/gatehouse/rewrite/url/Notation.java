package dev.gatehouse.rewrite.url;

import java.nio.charset.StandardCharsets;

/**
 * How characters are written in the place where a reference stands.
 *
 * <p>A decoded character and the position after it are returned as one number, so that nothing is allocated per character.
 */
public enum Notation {
    /** As they are. */
    PLAIN {
        @Override
        long read(byte[] bytes, int at, int end) {
            return packed(bytes[at] & 0xff, at + 1);
        }

        @Override
        byte[] write(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    },
    /** In an attribute of HTML: with character references. */
    HTML {
        @Override
        long read(byte[] bytes, int at, int end) {
            return bytes[at] == '&' ? CharacterReferences.read(bytes, at, end) : packed(bytes[at] & 0xff, at + 1);
        }

        @Override
        byte[] write(String text) {
            return text.replace("&", "&amp;")
                    .replace("\"", "&quot;")
                    .replace("'", "&#39;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;")
                    .getBytes(StandardCharsets.UTF_8);
        }
    };

    /** The character at {@code at}; bytes above ASCII stand for themselves. See {@link #character}, {@link #next}. */
    abstract long read(byte[] bytes, int at, int end);

    /** {@code text} as it must be written here. */
    abstract byte[] write(String text);

    static long packed(int character, int next) {
        return (long) character << 32 | next;
    }

    static int character(long read) {
        return (int) (read >>> 32);
    }

    static int next(long read) {
        return (int) read;
    }
}
