package dev.gatehouse.rewrite.html;

import java.nio.charset.StandardCharsets;

/**
 * As much of tree construction as reading tags depends on: which elements hold text instead of markup, and where SVG and
 * MathML begin and end (HTML standard, 13.2.6).
 *
 * <p>HTML elements are not tracked. Where their nesting would decide, as for an {@code <svg>} that is left open when the
 * element around it ends, SVG is taken to go on. {@code <select>} is read as the standard has it today, with any markup
 * inside.
 */
final class TreeSimulator {

    /** What is open and matters. */
    private enum Entry {
        SVG(true),
        MATH(true),
        /** {@code <annotation-xml>} that does not hold HTML. */
        ANNOTATION(true),
        /** {@code <mglyph>} or {@code <malignmark>} within MathML text. */
        GLYPH(true),
        /** {@code <annotation-xml>} that holds HTML. */
        HTML_ANNOTATION(false),
        FOREIGN_OBJECT(false),
        DESC(false),
        TITLE(false),
        MI(false),
        MO(false),
        MN(false),
        MS(false),
        MTEXT(false);

        /** Whether start tags right within are SVG or MathML; otherwise they are HTML. */
        final boolean isForeign;

        Entry(boolean isForeign) {
            this.isForeign = isForeign;
        }

        boolean isMathText() {
            return compareTo(MI) >= 0;
        }
    }

    /** How deep the nesting is followed; beyond that, what opens is not noticed. */
    static final int MAX_DEPTH = 512;

    private static final Entry[] NONE = {};
    private static final byte[] ENCODING = ascii("encoding");
    private static final byte[] TEXT_HTML = ascii("text/html");
    private static final byte[] XHTML = ascii("application/xhtml+xml");
    private static final byte[][] FONT_ATTRIBUTES = {ascii("color"), ascii("face"), ascii("size")};

    private Entry[] stack = NONE;
    private int depth;
    /** Whether the innermost entry is the very element that text belongs to. */
    private boolean isDirectlyWithin;

    private boolean isInNoscript;
    private int depthAtNoscript;

    /** Whether anything within SVG or MathML is open. */
    boolean isInForeign() {
        return depth > 0;
    }

    /** Whether {@code <![CDATA[} begins a CDATA section here. */
    boolean allowsCdata() {
        return depth > 0 && (top().isForeign || isDirectlyWithin);
    }

    boolean isInNoscript() {
        return isInNoscript;
    }

    /** {@code </noscript} has come, which ends everything that was opened within. */
    void leaveNoscript() {
        isInNoscript = false;
        depth = Math.min(depth, depthAtNoscript);
    }

    /** Whether the attributes of such a start tag must be known here. */
    boolean readsAttributes(TagName name) {
        return depth > 0 && (name == TagName.FONT || name == TagName.ANNOTATION_XML);
    }

    /**
     * A start tag.
     *
     * @param isKnown whether the attributes are known
     * @return how what follows is read
     */
    Passage startTag(Tag tag, boolean isSelfClosing, boolean isKnown) {
        TagName name = tag.name();
        if (depth == 0) {
            return inHtml(name, isSelfClosing);
        }
        if (isForeign(name)) {
            if (!breaksOut(tag, name, isKnown)) {
                if (!isSelfClosing) {
                    openForeign(tag, name, isKnown);
                }
                return Passage.TEXT;
            }
            popForeign();
        }
        isDirectlyWithin = false;
        return inHtml(name, isSelfClosing);
    }

    /** An end tag. Whether it ends an element of text is for the tokenizer to know. */
    void endTag(TagName name) {
        if (depth == 0) {
            return;
        }
        if (top().isForeign && (name == TagName.BR || name == TagName.P)) {
            popForeign();
            return;
        }
        for (int i = depth - 1; i >= floor(); i--) {
            if (isOpenedBy(stack[i], name)) {
                depth = i;
                isDirectlyWithin = false;
                return;
            }
        }
    }

    /** What is open outside of {@code <noscript>} cannot be closed within. */
    private int floor() {
        return isInNoscript ? depthAtNoscript : 0;
    }

    private Passage inHtml(TagName name, boolean isSelfClosing) {
        switch (name) {
            case SVG, MATH -> {
                if (!isSelfClosing) {
                    push(name == TagName.SVG ? Entry.SVG : Entry.MATH);
                }
            }
            case NOSCRIPT -> {
                if (!isInNoscript) {
                    isInNoscript = true;
                    depthAtNoscript = depth;
                }
            }
            default -> {}
        }
        return name.content();
    }

    private boolean isForeign(TagName name) {
        Entry top = top();
        if (top.isMathText()) {
            return name == TagName.MGLYPH || name == TagName.MALIGNMARK;
        }
        return top.isForeign && !(top == Entry.ANNOTATION && name == TagName.SVG);
    }

    private static boolean breaksOut(Tag tag, TagName name, boolean isKnown) {
        if (name != TagName.FONT) {
            return name.isBreakout();
        }
        boolean found = false;
        for (byte[] attribute : FONT_ATTRIBUTES) {
            found |= isKnown && tag.find(attribute) >= 0;
        }
        return found;
    }

    private void popForeign() {
        while (depth > floor() && top().isForeign) {
            depth--;
        }
        isDirectlyWithin = false;
    }

    private void openForeign(Tag tag, TagName name, boolean isKnown) {
        boolean isSvg = top() == Entry.SVG;
        switch (name) {
            case SVG -> pushIf(isSvg, Entry.SVG);
            case FOREIGN_OBJECT -> pushIf(isSvg, Entry.FOREIGN_OBJECT);
            case DESC -> pushIf(isSvg, Entry.DESC);
            case TITLE -> pushIf(isSvg, Entry.TITLE);
            case MATH -> pushIf(!isSvg, Entry.MATH);
            case MI -> pushIf(!isSvg, Entry.MI);
            case MO -> pushIf(!isSvg, Entry.MO);
            case MN -> pushIf(!isSvg, Entry.MN);
            case MS -> pushIf(!isSvg, Entry.MS);
            case MTEXT -> pushIf(!isSvg, Entry.MTEXT);
            case MGLYPH, MALIGNMARK -> pushIf(top().isMathText(), Entry.GLYPH);
            case ANNOTATION_XML -> pushIf(!isSvg, isKnown && holdsHtml(tag) ? Entry.HTML_ANNOTATION : Entry.ANNOTATION);
            default -> {}
        }
    }

    private static boolean holdsHtml(Tag tag) {
        int encoding = tag.find(ENCODING);
        if (encoding < 0) {
            return false;
        }
        int from = tag.valueFrom(encoding);
        int to = tag.valueTo(encoding);
        return Scan.spells(tag.bytes(), from, to, TEXT_HTML) || Scan.spells(tag.bytes(), from, to, XHTML);
    }

    private static boolean isOpenedBy(Entry entry, TagName name) {
        return switch (entry) {
            case SVG -> name == TagName.SVG;
            case MATH -> name == TagName.MATH;
            case ANNOTATION, HTML_ANNOTATION -> name == TagName.ANNOTATION_XML;
            case GLYPH -> name == TagName.MGLYPH || name == TagName.MALIGNMARK;
            case FOREIGN_OBJECT -> name == TagName.FOREIGN_OBJECT;
            case DESC -> name == TagName.DESC;
            case TITLE -> name == TagName.TITLE;
            case MI -> name == TagName.MI;
            case MO -> name == TagName.MO;
            case MN -> name == TagName.MN;
            case MS -> name == TagName.MS;
            case MTEXT -> name == TagName.MTEXT;
        };
    }

    private Entry top() {
        return stack[depth - 1];
    }

    private void pushIf(boolean isThere, Entry entry) {
        if (isThere) {
            push(entry);
        }
    }

    private void push(Entry entry) {
        if (stack.length == 0) {
            stack = new Entry[MAX_DEPTH];
        }
        if (depth < MAX_DEPTH) {
            stack[depth++] = entry;
            isDirectlyWithin = true;
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
