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
        public long read(byte[] bytes, int at, int end) {
            return packed(bytes[at] & 0xff, at + 1);
        }

        @Override
        public byte[] write(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    },
    /** In an attribute of HTML: with character references. */
    HTML {
        @Override
        public long read(byte[] bytes, int at, int end) {
            return bytes[at] == '&' ? CharacterReferences.read(bytes, at, end) : packed(bytes[at] & 0xff, at + 1);
        }

        @Override
        public byte[] write(String text) {
            return text.replace("&", "&amp;")
                    .replace("\"", "&quot;")
                    .replace("'", "&#39;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;")
                    .getBytes(StandardCharsets.UTF_8);
        }
    };

    /** The character at {@code at}; bytes above ASCII stand for themselves. See {@link #character}, {@link #next}. */
    public abstract long read(byte[] bytes, int at, int end);

    /** {@code text} as it must be written here. */
    public abstract byte[] write(String text);

    /** The text that the bytes from {@code from} to before {@code to} mean, read as UTF-8. */
    public String decode(byte[] bytes, int from, int to) {
        byte[] decoded = new byte[(to - from) * 4];
        int length = 0;
        for (int at = from; at < to; ) {
            long read = read(bytes, at, to);
            int c = character(read);
            boolean isReference = next(read) > at + 1;
            if (c > 0x7f && isReference) {
                byte[] utf8 = new String(Character.toChars(Math.min(c, Character.MAX_CODE_POINT)))
                        .getBytes(StandardCharsets.UTF_8);
                System.arraycopy(utf8, 0, decoded, length, utf8.length);
                length += utf8.length;
            } else {
                decoded[length++] = (byte) c;
            }
            at = next(read);
        }
        return new String(decoded, 0, length, StandardCharsets.UTF_8);
    }

    static long packed(int character, int next) {
        return (long) character << 32 | next;
    }

    /** The character that {@link #read} found. */
    public static int character(long read) {
        return (int) (read >>> 32);
    }

    /** The position behind it. */
    public static int next(long read) {
        return (int) read;
    }
}
