package dev.gatehouse.rewrite.html;

/** Tells the few classes of bytes apart that tags are made of, and looks for them. */
final class Scan {

    /** White space; a carriage return counts, since line ends are made alike before a page is read. */
    static final int SPACE = 1;
    /** What ends the name of a tag. */
    static final int ENDS_TAG_NAME = 2;
    /** What ends the name of an attribute. */
    static final int ENDS_ATTRIBUTE_NAME = 4;
    /** What ends a value without quotes. */
    static final int ENDS_PLAIN_VALUE = 8;
    /** An ASCII letter. */
    static final int LETTER = 16;

    private static final byte[] CLASSES = classes();
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;
    private static final long LOWEST_TWO_OFF = 0xfcfcfcfcfcfcfcfcL;

    private Scan() {}

    private static byte[] classes() {
        byte[] classes = new byte[256];
        for (char c : new char[] {' ', '\t', '\n', '\f', '\r'}) {
            classes[c] = SPACE | ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_PLAIN_VALUE;
        }
        classes['/'] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME;
        classes['>'] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_PLAIN_VALUE;
        classes['='] = ENDS_ATTRIBUTE_NAME;
        for (char c = 'a'; c <= 'z'; c++) {
            classes[c] = LETTER;
            classes[c - 'a' + 'A'] = LETTER;
        }
        return classes;
    }

    /** Whether {@code b} is of one of the classes in {@code mask}. */
    static boolean is(byte b, int mask) {
        return (CLASSES[b & 0xff] & mask) != 0;
    }

    /**
     * Marks those bytes of a word that may end a name by their top bits: white space and other control characters, {@code /},
     * and {@code <} to {@code ?}. The lowest mark is always right, one above it need not be. So a short name is read without
     * a loop, of which a processor could not foretell the length.
     */
    static long nameEnds(long word) {
        long slash = word ^ ONES * '/';
        long bracket = (word ^ ONES * '<') & LOWEST_TWO_OFF;
        long below = word - ONES * '!' & ~word;
        return (below | slash - ONES & ~slash | bracket - ONES & ~bracket) & TOPS;
    }

    /** How many bytes of a word stand below its lowest mark. */
    static int unmarked(long marks) {
        return Long.numberOfTrailingZeros(marks) >>> 3;
    }

    /** The first byte of a class in {@code mask}; {@code end} where there is none. */
    static int toClass(byte[] bytes, int from, int end, int mask) {
        int at = from;
        while (at < end && (CLASSES[bytes[at] & 0xff] & mask) == 0) {
            at++;
        }
        return at;
    }

    /** The first byte that is not white space; {@code end} where there is none. */
    static int pastSpace(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && (CLASSES[bytes[at] & 0xff] & SPACE) != 0) {
            at++;
        }
        return at;
    }

    /** {@code b}, an upper-case letter as its lower-case one. */
    static byte lower(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b | 0x20) : b;
    }

    /** Whether the bytes from {@code from} to before {@code to} spell {@code lowerCase}, in whatever case. */
    static boolean spells(byte[] bytes, int from, int to, byte[] lowerCase) {
        if (to - from != lowerCase.length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            if (lower(bytes[from + i]) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }
}
