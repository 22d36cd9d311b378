package dev.gatehouse.rewrite.html;

import dev.gatehouse.rewrite.url.Passthrough;
import java.util.Arrays;

/**
 * The tag that is being handled: a view of its bytes as they stand, with the places of its attributes.
 *
 * <p>Positions are indices of {@link #bytes()} and valid only while the tag is being handled; the same object shows the
 * next tag. Attributes are counted from 0 in the order they are written, repeated ones included, although only the first
 * of a name counts. Changes must be made in ascending order of position.
 */
public final class Tag {

    /** How the value of an attribute is written. */
    public enum Quote {
        /** There is no value. */
        ABSENT,
        /** Without quotes. */
        UNQUOTED,
        /** In {@code '}. */
        SINGLE,
        /** In {@code "}. */
        DOUBLE
    }

    /** How many attributes a tag may have; one with more is not shown to handlers. */
    static final int MAX_ATTRIBUTES = 1024;

    private static final int NAME_FROM = 0;
    private static final int NAME_TO = 1;
    private static final int VALUE_FROM = 2;
    private static final int VALUE_TO = 3;
    private static final int QUOTE = 4;
    private static final int FIELDS = 5;

    /** How the quote of a value is noted down, besides as itself. */
    static final int NO_VALUE = 0;

    static final int NO_QUOTE = 1;
    private static final byte[] NOTHING = {};
    private static final byte[] SLASH = {'/'};

    private final Passthrough passthrough;
    private byte[] bytes = NOTHING;
    private int start;
    private int end;
    private TagName name = TagName.OTHER;
    private int nameFrom;
    private int nameTo;
    private boolean isSelfClosing;
    private boolean isInForeign;
    private boolean isInNoscript;

    /** {@link #FIELDS} numbers an attribute, relative to the start of the tag. */
    private int[] outline = new int[16 * FIELDS];

    private int count;

    Tag(Passthrough passthrough) {
        this.passthrough = passthrough;
    }

    /** A tag begins whose name stands from {@code from} to before {@code to}, relative to its start. */
    void begin(TagName newName, int from, int to) {
        name = newName;
        nameFrom = from;
        nameTo = to;
        count = 0;
    }

    /**
     * Adds an attribute; positions are relative to the start of the tag.
     *
     * @param quote {@link #NO_VALUE}, {@link #NO_QUOTE}, or the quote itself
     * @return false where there are too many
     */
    boolean add(int attributeFrom, int attributeTo, int valueFrom, int valueTo, int quote) {
        if (count == MAX_ATTRIBUTES) {
            return false;
        }
        int at = count++ * FIELDS;
        if (at == outline.length) {
            outline = Arrays.copyOf(outline, outline.length * 2);
        }
        outline[at + NAME_FROM] = attributeFrom;
        outline[at + NAME_TO] = attributeTo;
        outline[at + VALUE_FROM] = valueFrom;
        outline[at + VALUE_TO] = valueTo;
        outline[at + QUOTE] = quote;
        return true;
    }

    /** The tag is complete and stands from {@code from} to before {@code to} of {@code input}. */
    void complete(byte[] input, int from, int to, boolean selfClosing) {
        bytes = input;
        start = from;
        end = to;
        isSelfClosing = selfClosing;
    }

    /** Where in the page the tag stands. */
    void place(boolean inForeign, boolean inNoscript) {
        isInForeign = inForeign;
        isInNoscript = inNoscript;
    }

    /** The name, if it is a known one. */
    public TagName name() {
        return name;
    }

    /** The array the tag stands in. It must not be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the tag begins. */
    public int start() {
        return start;
    }

    /** The position behind the tag. */
    public int end() {
        return end;
    }

    /** Where the name of the tag begins. */
    public int nameFrom() {
        return start + nameFrom;
    }

    /** The position behind the name of the tag. */
    public int nameTo() {
        return start + nameTo;
    }

    /** Whether the tag ends in {@code />}. */
    public boolean isSelfClosing() {
        return isSelfClosing;
    }

    /** Whether the tag stands anywhere within SVG or MathML, HTML inside of them included. */
    public boolean isInForeign() {
        return isInForeign;
    }

    /** Whether the tag stands within {@code <noscript>}, which browsers that run scripts do not read. */
    public boolean isInNoscript() {
        return isInNoscript;
    }

    /** How many attributes the tag has. */
    public int attributes() {
        return count;
    }

    /** Where the name of attribute {@code i} begins. */
    public int nameFrom(int i) {
        return start + outline[i * FIELDS + NAME_FROM];
    }

    /** The position behind the name of attribute {@code i}. */
    public int nameTo(int i) {
        return start + outline[i * FIELDS + NAME_TO];
    }

    /** Where the value of attribute {@code i} begins, within its quotes; behind the name where there is no value. */
    public int valueFrom(int i) {
        return start + outline[i * FIELDS + VALUE_FROM];
    }

    /** The position behind the value of attribute {@code i}, within its quotes. */
    public int valueTo(int i) {
        return start + outline[i * FIELDS + VALUE_TO];
    }

    /** How the value of attribute {@code i} is written. */
    public Quote quote(int i) {
        return switch (outline[i * FIELDS + QUOTE]) {
            case NO_VALUE -> Quote.ABSENT;
            case NO_QUOTE -> Quote.UNQUOTED;
            case '"' -> Quote.DOUBLE;
            default -> Quote.SINGLE;
        };
    }

    /**
     * The first attribute with a name, which is the one that counts.
     *
     * @param lowerCaseName the name in lower-case ASCII
     * @return -1 where there is none
     */
    public int find(byte[] lowerCaseName) {
        for (int i = 0; i < count; i++) {
            if (Scan.spells(bytes, nameFrom(i), nameTo(i), lowerCaseName)) {
                return i;
            }
        }
        return -1;
    }

    /** Puts {@code with} in the place of the bytes from {@code from} to before {@code to}. */
    public void replace(int from, int to, byte[] with) {
        if (from < start || to > end) {
            throw new IllegalArgumentException("outside of the tag");
        }
        passthrough.replace(from, to, with);
    }

    /** Puts {@code markup} in front of the tag. */
    public void insertBefore(byte[] markup) {
        passthrough.replace(start, start, markup);
    }

    /** Puts {@code markup} behind the tag. */
    public void insertAfter(byte[] markup) {
        passthrough.replace(end, end, markup);
    }

    /** Removes attribute {@code i}. White space around it stays, since it may be all that separates its neighbours. */
    public void removeAttribute(int i) {
        replace(nameFrom(i), attributeTo(i), inPlaceOf(i));
    }

    /** The position behind attribute {@code i}, its closing quote included. */
    int attributeTo(int i) {
        int to = valueTo(i);
        Quote quote = quote(i);
        return quote == Quote.DOUBLE || quote == Quote.SINGLE ? to + 1 : to;
    }

    /** What must stay where attribute {@code i} is removed, so that its neighbours are read as before. */
    byte[] inPlaceOf(int i) {
        int next = Scan.pastSpace(bytes, attributeTo(i), end);
        return bytes[next] == '=' ? SLASH : NOTHING; // "a removed =b": without it, b would be the value of a
    }
}
