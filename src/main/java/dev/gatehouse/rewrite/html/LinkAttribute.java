package dev.gatehouse.rewrite.html;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The attributes that matter to links. */
@SuppressWarnings("ImmutableEnumChecker") // nobody changes the spelling
enum LinkAttribute {
    ACTION("action", Form.URL),
    BACKGROUND("background", Form.URL),
    CITE("cite", Form.URL),
    CONTENT("content", Form.REFRESH),
    DATA("data", Form.URL),
    FORMACTION("formaction", Form.URL),
    HREF("href", Form.URL),
    IMAGESRCSET("imagesrcset", Form.CANDIDATES),
    INTEGRITY("integrity", Form.INTEGRITY),
    LONGDESC("longdesc", Form.URL),
    MANIFEST("manifest", Form.URL),
    PING("ping", Form.SPACED_URLS),
    POSTER("poster", Form.URL),
    SRC("src", Form.URL),
    SRCDOC("srcdoc", Form.PAGE),
    SRCSET("srcset", Form.CANDIDATES),
    STYLE("style", Form.STYLE),
    USEMAP("usemap", Form.URL),
    XLINK_HREF("xlink:href", Form.URL);

    /** What a value holds. */
    enum Form {
        /** One reference. */
        URL,
        /** References separated by white space. */
        SPACED_URLS,
        /** References with descriptors, separated by commas. */
        CANDIDATES,
        /** The time and target of a refresh. */
        REFRESH,
        /** Style declarations. */
        STYLE,
        /** A whole page. */
        PAGE,
        /** A digest of what the element refers to. */
        INTEGRITY
    }

    private static final int SLOTS = 128;
    private static final @Nullable LinkAttribute[] BY_SHAPE = byShape();

    final Form form;
    /** This attribute in a set of them. */
    final int bit = 1 << ordinal();

    private final byte[] spelling;

    LinkAttribute(String spelling, Form form) {
        this.spelling = spelling.getBytes(StandardCharsets.US_ASCII);
        this.form = form;
    }

    private static @Nullable LinkAttribute[] byShape() {
        @Nullable LinkAttribute[] slots = new @Nullable LinkAttribute[SLOTS];
        for (LinkAttribute attribute : values()) {
            int slot = shape(attribute.spelling, 0, attribute.spelling.length);
            if (slots[slot] != null) {
                throw new IllegalStateException(attribute + " has the shape of " + slots[slot]);
            }
            slots[slot] = attribute;
        }
        return slots;
    }

    /** Made of length, first and last letter; differs between all attributes here, and from those met most elsewhere. */
    private static int shape(byte[] bytes, int from, int to) {
        int first = bytes[from] | 0x20;
        int last = bytes[to - 1] | 0x20;
        return first + last * 3 + (to - from) * 45 & SLOTS - 1;
    }

    /** The attribute whose name stands from {@code from} to before {@code to}, in whatever case; null for any other. */
    static @Nullable LinkAttribute find(byte[] bytes, int from, int to) {
        LinkAttribute candidate = BY_SHAPE[shape(bytes, from, to)];
        return candidate != null && Scan.spells(bytes, from, to, candidate.spelling) ? candidate : null;
    }
}
