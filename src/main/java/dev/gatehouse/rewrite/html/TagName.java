package dev.gatehouse.rewrite.html;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The element names that mean something to a tokenizer or a handler. All others are {@link #OTHER}.
 *
 * <p>A name is found by a hash that is computed while it is scanned, and then compared, so no text is made of it and no
 * two names are ever mistaken for one another.
 */
@SuppressWarnings("ImmutableEnumChecker") // nobody changes the spelling
public enum TagName {
    /** Any name that is not listed. */
    OTHER("", TagName.PLAIN),
    ANNOTATION_XML("annotation-xml", TagName.PLAIN),
    B("b", TagName.BREAKOUT),
    BASE("base", TagName.HEAD_CONTENT),
    BASEFONT("basefont", TagName.HEAD_CONTENT),
    BGSOUND("bgsound", TagName.HEAD_CONTENT),
    BIG("big", TagName.BREAKOUT),
    BLOCKQUOTE("blockquote", TagName.BREAKOUT),
    BODY("body", TagName.BREAKOUT),
    BR("br", TagName.BREAKOUT),
    CENTER("center", TagName.BREAKOUT),
    CODE("code", TagName.BREAKOUT),
    DD("dd", TagName.BREAKOUT),
    DESC("desc", TagName.PLAIN),
    DIV("div", TagName.BREAKOUT),
    DL("dl", TagName.BREAKOUT),
    DT("dt", TagName.BREAKOUT),
    EM("em", TagName.BREAKOUT),
    EMBED("embed", TagName.BREAKOUT),
    FONT("font", TagName.PLAIN),
    FOREIGN_OBJECT("foreignobject", TagName.PLAIN),
    FRAMESET("frameset", TagName.PLAIN),
    H1("h1", TagName.BREAKOUT),
    H2("h2", TagName.BREAKOUT),
    H3("h3", TagName.BREAKOUT),
    H4("h4", TagName.BREAKOUT),
    H5("h5", TagName.BREAKOUT),
    H6("h6", TagName.BREAKOUT),
    HEAD("head", TagName.BREAKOUT),
    HR("hr", TagName.BREAKOUT),
    HTML("html", TagName.PLAIN),
    I("i", TagName.BREAKOUT),
    IFRAME("iframe", TagName.PLAIN, Passage.RAW_TEXT),
    IMG("img", TagName.BREAKOUT),
    LI("li", TagName.BREAKOUT),
    LINK("link", TagName.HEAD_CONTENT),
    LISTING("listing", TagName.BREAKOUT),
    MALIGNMARK("malignmark", TagName.PLAIN),
    MATH("math", TagName.PLAIN),
    MENU("menu", TagName.BREAKOUT),
    META("meta", TagName.BREAKOUT | TagName.HEAD_CONTENT),
    MGLYPH("mglyph", TagName.PLAIN),
    MI("mi", TagName.PLAIN),
    MN("mn", TagName.PLAIN),
    MO("mo", TagName.PLAIN),
    MS("ms", TagName.PLAIN),
    MTEXT("mtext", TagName.PLAIN),
    NOBR("nobr", TagName.BREAKOUT),
    NOEMBED("noembed", TagName.PLAIN, Passage.RAW_TEXT),
    NOFRAMES("noframes", TagName.HEAD_CONTENT, Passage.RAW_TEXT),
    NOSCRIPT("noscript", TagName.HEAD_CONTENT),
    OL("ol", TagName.BREAKOUT),
    P("p", TagName.BREAKOUT),
    PLAINTEXT("plaintext", TagName.PLAIN, Passage.PLAINTEXT),
    PRE("pre", TagName.BREAKOUT),
    RUBY("ruby", TagName.BREAKOUT),
    S("s", TagName.BREAKOUT),
    SCRIPT("script", TagName.HEAD_CONTENT, Passage.SCRIPT),
    SMALL("small", TagName.BREAKOUT),
    SPAN("span", TagName.BREAKOUT),
    STRIKE("strike", TagName.BREAKOUT),
    STRONG("strong", TagName.BREAKOUT),
    STYLE("style", TagName.HEAD_CONTENT, Passage.RAW_TEXT),
    SUB("sub", TagName.BREAKOUT),
    SUP("sup", TagName.BREAKOUT),
    SVG("svg", TagName.PLAIN),
    TABLE("table", TagName.BREAKOUT),
    TEMPLATE("template", TagName.HEAD_CONTENT),
    TEXTAREA("textarea", TagName.PLAIN, Passage.ESCAPABLE_TEXT),
    TITLE("title", TagName.HEAD_CONTENT, Passage.ESCAPABLE_TEXT),
    TT("tt", TagName.BREAKOUT),
    U("u", TagName.BREAKOUT),
    UL("ul", TagName.BREAKOUT),
    VAR("var", TagName.BREAKOUT),
    XMP("xmp", TagName.PLAIN, Passage.RAW_TEXT);

    private static final int PLAIN = 0;
    /** A start tag of this name leaves SVG and MathML (HTML standard, 13.2.6.5). */
    private static final int BREAKOUT = 1;
    /** A start tag of this name belongs into the head (HTML standard, 13.2.6.4.4). */
    private static final int HEAD_CONTENT = 2;

    private static final int SLOTS = 1024;
    private static final TagName[] BY_HASH = byHash();

    private static final long SPACES = 0x2020202020202020L;
    private static final long SPREAD = 0x9e3779b97f4a7c15L;
    private static final int WORD_BITS = 9;

    /** The names of less than eight letters, each as a word with its first letter lowest; 0 for an empty slot. */
    private static final long[] WORDS = new long[1 << WORD_BITS];

    private static final TagName[] BY_WORD = byWord();

    private final byte[] spelling;
    private final int traits;
    private final Passage content;

    TagName(String spelling, int traits) {
        this(spelling, traits, Passage.TEXT);
    }

    TagName(String spelling, int traits, Passage content) {
        this.spelling = spelling.getBytes(StandardCharsets.US_ASCII);
        this.traits = traits;
        this.content = content;
    }

    private static TagName[] byHash() {
        TagName[] table = new TagName[SLOTS];
        Arrays.fill(table, OTHER);
        for (TagName name : values()) {
            int hash = 0;
            for (byte b : name.spelling) {
                hash = hash(hash, b);
            }
            int slot = slot(hash);
            while (table[slot] != OTHER) {
                slot = slot + 1 & SLOTS - 1;
            }
            table[slot] = name;
        }
        return table;
    }

    private static TagName[] byWord() {
        TagName[] table = new TagName[WORDS.length];
        Arrays.fill(table, OTHER);
        for (TagName name : values()) {
            if (name != OTHER && name.spelling.length < Long.BYTES) {
                long word = 0;
                for (int i = 0; i < name.spelling.length; i++) {
                    word |= (long) name.spelling[i] << i * Byte.SIZE;
                }
                int slot = slot(word);
                while (WORDS[slot] != 0) {
                    slot = slot + 1 & WORDS.length - 1;
                }
                WORDS[slot] = word;
                table[slot] = name;
            }
        }
        return table;
    }

    private static int slot(long word) {
        return (int) (word * SPREAD >>> Long.SIZE - WORD_BITS);
    }

    /**
     * The name that is the first bytes of {@code word}, in whatever case.
     *
     * @param length how many; less than eight, and no control character among them
     */
    static TagName find(long word, int length) {
        long wanted = (word | SPACES) & (1L << length * Byte.SIZE) - 1;
        int slot = slot(wanted);
        while (WORDS[slot] != wanted && WORDS[slot] != 0) {
            slot = slot + 1 & WORDS.length - 1;
        }
        return BY_WORD[slot];
    }

    /** The hash of a name that is one byte longer. */
    static int hash(int soFar, byte next) {
        return soFar * 31 + (next | 0x20);
    }

    private static int slot(int hash) {
        return (hash ^ hash >>> 10) & SLOTS - 1;
    }

    /** The name that stands from {@code from} to before {@code to}, in whatever case. */
    static TagName find(byte[] bytes, int from, int to, int hash) {
        int slot = slot(hash);
        TagName name = BY_HASH[slot];
        while (name != OTHER && !Scan.spells(bytes, from, to, name.spelling)) {
            slot = slot + 1 & SLOTS - 1;
            name = BY_HASH[slot];
        }
        return name;
    }

    /** The name in lower case, not to be changed; empty for {@link #OTHER}. */
    byte[] spelling() {
        return spelling;
    }

    /** How the text of such an HTML element is read. */
    Passage content() {
        return content;
    }

    boolean isBreakout() {
        return (traits & BREAKOUT) != 0;
    }

    boolean isHeadContent() {
        return (traits & HEAD_CONTENT) != 0;
    }
}
