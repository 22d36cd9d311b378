package dev.gatehouse.rewrite.html;

import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.body.Words;
import dev.gatehouse.rewrite.url.Passthrough;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a page as browsers do (HTML standard, 13.2.5), byte by byte and in pieces of any size, and shows its tags to a
 * handler. Everything the handler does not change leaves exactly as it came, whatever it is.
 *
 * <p>Only a tag that is wanted and not complete is held, up to {@link #MAX_HELD} bytes; all else leaves with the piece of
 * input it came in. A tag that is longer, or has more than 1024 attributes, passes unseen by the handler and is counted.
 *
 * <p>The encoding must be one in which the bytes of ASCII characters mean nothing else: UTF-8, ISO 8859, Windows code
 * pages, and also Shift_JIS, GBK and Big5, none of which use the bytes that matter here in longer characters.
 *
 * <p>Nothing is allocated per tag. The parts of a tag are methods of their own, so that each stays small enough to be
 * compiled well and soon.
 *
 * <p>Threads: confined to one response.
 */
public final class HtmlTokenizer {

    /** The longest tag that is shown to a handler, and the most bytes that are ever held. */
    public static final int MAX_HELD = 64 * 1024;

    /** How much input is put behind a held tag at a time, while its end is looked for. */
    private static final int HELD_STEP = 4096;

    /** Which part of the input comes next. */
    private enum State {
        TEXT,
        /** Behind {@code <}. */
        TAG_OPEN,
        /** Behind {@code </}. */
        END_TAG_OPEN,
        TAG_NAME,
        ATTRIBUTES,
        /** Behind {@code <!}. */
        DECLARATION_OPEN,
        DECLARATION,
        /** Text that only its end tag ends. */
        RAW_TEXT,
        /** Behind {@code <} there. */
        RAW_LESS_THAN,
        /** Behind {@code </} there. */
        RAW_END_NAME
    }

    private static final int BEFORE_NAME = 0;
    private static final int NAME = 1;
    private static final int AFTER_NAME = 2;
    private static final int BEFORE_VALUE = 3;
    private static final int UNQUOTED = 4;
    private static final int SINGLE_QUOTED = 5;
    private static final int DOUBLE_QUOTED = 6;
    private static final int SLASH = 7;

    private static final byte[] NO_BYTES = {};

    private final TagHandler handler;
    private final boolean followsTree;
    private final TreeSimulator tree = new TreeSimulator();
    private final Passthrough passthrough = new Passthrough();
    private final Tag tag = new Tag(passthrough);
    private final RawText rawText = new RawText();
    private final Declaration declaration = new Declaration();
    private final NoscriptEnd noscriptEnd = new NoscriptEnd();
    private @Nullable PassageWatch watch;
    private @Nullable RawTextFilter rawFilter;

    private State state = State.TEXT;
    /** Where the tag being read begins in the bytes being read; -1 where there is none, or nobody wants it. */
    private int tagStart = -1;

    private boolean isEnd;
    private boolean isSelfClosing;
    private boolean isWanted;
    /** Whether the end of a noscript element must be looked for from the next byte on. */
    private boolean entersNoscript;

    private TagName name = TagName.OTHER;
    private int nameHash;
    private int nameFrom;
    private byte[] rawEndName = NO_BYTES;
    private TagName rawElement = TagName.OTHER;
    private int rawMatched;

    /** Where in the attributes we are; the positions below are relative to the start of the tag. */
    private int part;

    private int attributeFrom;
    private int attributeTo;
    private int valueFrom;

    private byte[] held = NO_BYTES;
    private int heldLength;
    private long overflows;

    /** A tokenizer at the beginning of a page. */
    public HtmlTokenizer(TagHandler handler) {
        this(handler, true);
    }

    private HtmlTokenizer(TagHandler handler, boolean followsTree) {
        this.handler = handler;
        this.followsTree = followsTree;
    }

    /**
     * A tokenizer that does not act on what it reads: it begins in {@code passage}, as if after a start tag {@code
     * lastStartTag}.
     */
    static HtmlTokenizer startingIn(Passage passage, byte[] lastStartTag, TagHandler handler) {
        HtmlTokenizer tokenizer = new HtmlTokenizer(handler, /* followsTree= */ false);
        if (passage == Passage.CDATA) {
            tokenizer.declaration.begin(passage);
            tokenizer.state = State.DECLARATION;
        } else if (passage != Passage.TEXT) {
            tokenizer.beginRawText(passage, lastStartTag);
        }
        return tokenizer;
    }

    /** How many tags were too long, or had too many attributes, to be shown to the handler. */
    public long overflows() {
        return overflows;
    }

    /** How many bytes are held at present. */
    public int heldBytes() {
        return heldLength;
    }

    /** Takes {@code length} bytes from {@code offset} and appends what is settled to {@code out}. */
    public void write(byte[] bytes, int offset, int length, ByteQueue out) {
        passthrough.into(out);
        watch = handler.watch();
        int end = offset + length;
        int at = offset;
        while (at < end) {
            int limit = tree.isInNoscript() ? noscriptEnd.find(bytes, at, end) : end;
            at = feed(bytes, at, limit);
            if (at == limit && noscriptEnd.isFound()) {
                leaveNoscript();
            }
        }
    }

    /** The page is complete: appends what was held. A tag that was never closed is none, and leaves as it came. */
    public void end(ByteQueue out) {
        passthrough.into(out);
        watch = handler.watch();
        passthrough.begin(held, 0);
        endPassage();
        releaseHeld();
        endRawFilter();
    }

    private void endPassage() {
        switch (state) {
            case TAG_OPEN, END_TAG_OPEN -> passText(held, 0, heldLength, textKind());
            case RAW_LESS_THAN, RAW_END_NAME -> passText(held, 0, heldLength, rawText.kind());
            case DECLARATION_OPEN -> {
                show(Passage.BOGUS_COMMENT, held, 0, heldLength);
                showEnd(Passage.BOGUS_COMMENT, false);
            }
            case DECLARATION -> showEnd(declaration.kind(), false);
            default -> {}
        }
    }

    /** Reads up to {@code limit}, or to where a noscript element begins; returns how far it came. */
    private int feed(byte[] bytes, int from, int limit) {
        int at = from;
        while (at < limit && !entersNoscript) {
            at = heldLength > 0 ? readHeld(bytes, at, limit) : read(bytes, at, limit);
        }
        if (entersNoscript) {
            entersNoscript = false;
            noscriptEnd.reset();
        }
        return at;
    }

    private int read(byte[] bytes, int from, int limit) {
        passthrough.begin(bytes, from);
        int at = from;
        while (at < limit && !entersNoscript) {
            at = step(bytes, at, limit);
        }
        int length = tagStart < 0 ? 0 : at - tagStart;
        if (length > MAX_HELD) {
            overflow();
            length = 0;
        }
        passthrough.copyTo(at - length);
        if (length > 0) {
            hold(bytes, tagStart, length);
            tagStart = 0;
        }
        return at;
    }

    /** Goes on with a tag of which the beginning is held, and no further than its end. */
    private int readHeld(byte[] bytes, int from, int limit) {
        int before = heldLength;
        if (before == MAX_HELD) {
            overflow();
            passthrough.begin(held, 0);
            releaseHeld();
            return from;
        }
        int piece = Math.min(Math.min(limit - from, HELD_STEP), MAX_HELD - before);
        hold(bytes, from, piece);
        passthrough.begin(held, 0);
        int at = before;
        while (at < heldLength && tagStart >= 0) {
            at = step(held, at, heldLength);
        }
        if (tagStart >= 0) {
            return from + piece;
        }
        heldLength = at;
        releaseHeld();
        return from + at - before;
    }

    private void hold(byte[] bytes, int from, int length) {
        if (held.length < heldLength + length) {
            int capacity = Math.max(heldLength + length, Math.min(MAX_HELD, Math.max(512, held.length * 2)));
            held = Arrays.copyOf(held, capacity);
        }
        System.arraycopy(bytes, from, held, heldLength, length);
        heldLength += length;
    }

    private void releaseHeld() {
        passthrough.copyTo(heldLength);
        heldLength = 0;
    }

    private void overflow() {
        overflows++;
        tagStart = -1;
    }

    private int step(byte[] bytes, int at, int end) {
        return switch (state) {
            case TEXT -> text(bytes, at, end);
            case TAG_OPEN -> tagOpen(bytes, at);
            case END_TAG_OPEN -> endTagOpen(bytes, at);
            case TAG_NAME -> tagName(bytes, at, end);
            case ATTRIBUTES -> attributes(bytes, at, end);
            case DECLARATION_OPEN -> declarationOpen(bytes, at, end);
            case DECLARATION -> declaration(bytes, at, end);
            case RAW_TEXT -> rawText(bytes, at, end);
            case RAW_LESS_THAN -> rawLessThan(bytes, at);
            case RAW_END_NAME -> rawEndName(bytes, at, end);
        };
    }

    // ---- text and what begins a tag

    private int text(byte[] bytes, int from, int end) {
        int at = toTag(bytes, from, end);
        for (int past = pastEndTag(bytes, at, end); past > at; past = pastEndTag(bytes, at, end)) {
            at = toTag(bytes, past, end);
        }
        if (at == end) {
            return end;
        }
        tagStart = at;
        if (at + 1 < end && Scan.is(bytes[at + 1], Scan.LETTER)) { // the usual cases, without a stop between
            beginName(at + 1, /* isEndTag= */ false);
            return shortTagName(bytes, at + 1, end);
        }
        if (at + 2 < end && bytes[at + 1] == '/' && Scan.is(bytes[at + 2], Scan.LETTER)) {
            beginName(at + 2, /* isEndTag= */ true);
            return shortTagName(bytes, at + 2, end);
        }
        state = State.TAG_OPEN;
        return at + 1;
    }

    private int toTag(byte[] bytes, int from, int end) {
        int at = Words.indexOf((byte) '<', bytes, from, end);
        if (watch != null && at > from) {
            watch.passage(textKind(), bytes, from, at);
        }
        return at;
    }

    /**
     * Passes over an end tag in one go, if it is here as a whole and matters to nobody, as most do.
     *
     * @return the position behind it; {@code at} where it must be read part by part
     */
    private int pastEndTag(byte[] bytes, int at, int end) {
        int from = at + 2;
        if (from > end - Long.BYTES
                || bytes[at + 1] != '/'
                || !Scan.is(bytes[from], Scan.LETTER)
                || tree.isInForeign()) {
            return at;
        }
        long word = Words.at(bytes, from);
        int length = Scan.unmarked(Scan.nameEnds(word));
        boolean isWhole = length < Long.BYTES && bytes[from + length] == '>';
        return isWhole && !handler.wants(TagName.find(word, length), true) ? from + length + 1 : at;
    }

    private Passage textKind() {
        return tree.isInNoscript() ? Passage.RAW_TEXT : Passage.TEXT;
    }

    private int tagOpen(byte[] bytes, int at) {
        byte c = bytes[at];
        if (Scan.is(c, Scan.LETTER)) {
            beginName(at, /* isEndTag= */ false);
        } else if (c == '/') {
            state = State.END_TAG_OPEN;
            return at + 1;
        } else if (c == '!') {
            state = State.DECLARATION_OPEN;
            return at + 1;
        } else if (c == '?') {
            beginDeclaration(Passage.BOGUS_COMMENT, bytes, at);
        } else {
            passText(bytes, tagStart, at, textKind());
            tagStart = -1;
            state = State.TEXT;
        }
        return at;
    }

    private int endTagOpen(byte[] bytes, int at) {
        byte c = bytes[at];
        if (Scan.is(c, Scan.LETTER)) {
            beginName(at, /* isEndTag= */ true);
            return at;
        }
        if (c == '>') { // "</>" is nothing at all
            tagStart = -1;
            state = State.TEXT;
            return at + 1;
        }
        beginDeclaration(Passage.BOGUS_COMMENT, bytes, at);
        return at;
    }

    private void beginName(int at, boolean isEndTag) {
        isEnd = isEndTag;
        nameFrom = at - tagStart;
        nameHash = 0;
        state = State.TAG_NAME;
    }

    /** Reads a name that begins here in one go, if it is here as a whole and as short as most. */
    private int shortTagName(byte[] bytes, int from, int end) {
        if (from <= end - Long.BYTES) {
            long word = Words.at(bytes, from);
            int length = Scan.unmarked(Scan.nameEnds(word));
            if (length < Long.BYTES && Scan.is(bytes[from + length], Scan.ENDS_TAG_NAME)) {
                name = TagName.find(word, length);
                return afterTagName(bytes, from + length, end);
            }
        }
        return tagName(bytes, from, end);
    }

    private int tagName(byte[] bytes, int from, int end) {
        int hash = nameHash;
        int at = from;
        while (at < end && !Scan.is(bytes[at], Scan.ENDS_TAG_NAME)) {
            hash = TagName.hash(hash, bytes[at++]);
        }
        if (at == end) {
            nameHash = hash;
            return at;
        }
        boolean isTooLong = tagStart < 0;
        name = isTooLong ? TagName.OTHER : TagName.find(bytes, tagStart + nameFrom, at, hash);
        return afterTagName(bytes, at, end);
    }

    private int afterTagName(byte[] bytes, int at, int end) {
        beginAttributes(at);
        return bytes[at] == '>' ? endOfTag(bytes, at + 1) : attributes(bytes, at, end);
    }

    private void beginAttributes(int nameTo) {
        tag.begin(name, nameFrom, nameTo - tagStart);
        isSelfClosing = false;
        isWanted = handler.wants(name, isEnd);
        if (!isWanted && (isEnd || !tree.readsAttributes(name))) {
            tagStart = -1;
        }
        part = BEFORE_NAME;
        state = State.ATTRIBUTES;
    }

    // ---- attributes

    private int attributes(byte[] bytes, int from, int end) {
        int at = from;
        int next;
        while (at < end) {
            switch (part) {
                case BEFORE_NAME -> {
                    at = Scan.pastSpace(bytes, at, end);
                    while (at < end && (next = wholeAttribute(bytes, at, end)) > at) {
                        at = next + 1 < end && bytes[next] == ' ' && bytes[next + 1] > ' '
                                ? next + 1
                                : Scan.pastSpace(bytes, next, end);
                    }
                    if (at < end) {
                        if (bytes[at] == '>') {
                            return endOfTag(bytes, at + 1);
                        }
                        part = bytes[at] == '/' ? SLASH : NAME;
                        attributeFrom = at - tagStart;
                        at++; // the first byte of a name may be anything, even "="
                    }
                }
                case NAME -> {
                    at = Scan.toClass(bytes, at, end, Scan.ENDS_ATTRIBUTE_NAME);
                    if (at < end) {
                        attributeTo = at - tagStart;
                        part = AFTER_NAME;
                    }
                }
                case AFTER_NAME -> at = afterName(bytes, at, end);
                case BEFORE_VALUE -> at = beforeValue(bytes, at, end);
                case SLASH -> {
                    if (bytes[at] == '>') {
                        isSelfClosing = true;
                        return endOfTag(bytes, at + 1);
                    }
                    part = BEFORE_NAME;
                }
                default -> at = value(bytes, at, end);
            }
        }
        return at;
    }

    /**
     * Reads one attribute in one go, if it is here as a whole and written in one of the usual ways.
     *
     * @return the position behind it; {@code from} where it must be read part by part
     */
    private int wholeAttribute(byte[] bytes, int from, int end) {
        if (Scan.is(bytes[from], Scan.ENDS_TAG_NAME)) {
            return from;
        }
        int to = Scan.toClass(bytes, from + 1, end, Scan.ENDS_ATTRIBUTE_NAME);
        if (to + 1 >= end || bytes[to] != '=') {
            return from;
        }
        byte quote = bytes[to + 1];
        boolean isQuoted = quote == '"' || quote == '\'';
        if (!isQuoted && Scan.is(quote, Scan.ENDS_PLAIN_VALUE)) {
            return from;
        }
        int start = isQuoted ? to + 2 : to + 1;
        int stop = isQuoted
                ? Words.indexOf(quote, bytes, start, end)
                : Scan.toClass(bytes, start, end, Scan.ENDS_PLAIN_VALUE);
        if (stop == end) {
            return from;
        }
        int base = tagStart;
        if (base >= 0) {
            add(from - base, to - base, start - base, stop - base, isQuoted ? quote : Tag.NO_QUOTE);
        }
        return isQuoted ? stop + 1 : stop;
    }

    private int afterName(byte[] bytes, int from, int end) {
        int at = Scan.pastSpace(bytes, from, end);
        if (at == end) {
            return at;
        }
        if (bytes[at] == '=') {
            part = BEFORE_VALUE;
            return at + 1;
        }
        valueFrom = attributeTo;
        endAttribute(attributeTo, Tag.NO_VALUE);
        return at;
    }

    private int beforeValue(byte[] bytes, int from, int end) {
        int at = Scan.pastSpace(bytes, from, end);
        if (at == end) {
            return at;
        }
        boolean isQuoted = bytes[at] == '"' || bytes[at] == '\'';
        part = !isQuoted ? UNQUOTED : bytes[at] == '"' ? DOUBLE_QUOTED : SINGLE_QUOTED;
        at += isQuoted ? 1 : 0;
        valueFrom = at - tagStart;
        if (!isQuoted && bytes[at] == '>') {
            endAttribute(valueFrom, Tag.NO_QUOTE);
        }
        return at;
    }

    private int value(byte[] bytes, int from, int end) {
        boolean isQuoted = part != UNQUOTED;
        byte quote = part == SINGLE_QUOTED ? (byte) '\'' : (byte) '"';
        int at = isQuoted
                ? Words.indexOf(quote, bytes, from, end)
                : Scan.toClass(bytes, from, end, Scan.ENDS_PLAIN_VALUE);
        if (at == end) {
            return at;
        }
        endAttribute(at - tagStart, isQuoted ? quote : Tag.NO_QUOTE);
        return isQuoted ? at + 1 : at;
    }

    private void endAttribute(int valueTo, int quote) {
        part = BEFORE_NAME;
        if (tagStart >= 0) {
            add(attributeFrom, attributeTo, valueFrom, valueTo, quote);
        }
    }

    private void add(int nameStart, int nameStop, int valueStart, int valueStop, int quote) {
        if (!isEnd && !tag.add(nameStart, nameStop, valueStart, valueStop, quote)) {
            overflow();
        }
    }

    private int endOfTag(byte[] bytes, int to) {
        if (tagStart >= 0 && to - tagStart > MAX_HELD) {
            overflow();
        }
        boolean isKnown = tagStart >= 0;
        if (isKnown) {
            tag.complete(bytes, tagStart, to, isSelfClosing);
        }
        state = State.TEXT;
        boolean wasInNoscript = tree.isInNoscript();
        Passage next = follow(isKnown, wasInNoscript);
        if (isKnown && isWanted) {
            if (isEnd) {
                handler.endTag(tag);
            } else {
                handler.startTag(tag);
            }
        }
        tagStart = -1;
        entersNoscript = tree.isInNoscript() && !wasInNoscript;
        if (next != Passage.TEXT) {
            beginRawText(next, name.spelling());
        }
        return to;
    }

    /** Lets the tree take note of the tag and tells the tag where it stands. */
    private Passage follow(boolean isKnown, boolean inNoscript) {
        boolean wasInForeign = tree.isInForeign();
        if (!followsTree) {
            return Passage.TEXT;
        }
        if (isEnd) {
            tag.place(wasInForeign, inNoscript);
            tree.endTag(name);
            return Passage.TEXT;
        }
        Passage next = tree.startTag(tag, isSelfClosing, isKnown);
        tag.place(wasInForeign && tree.isInForeign(), inNoscript);
        return next;
    }

    // ---- comments, doctype, CDATA

    private int declarationOpen(byte[] bytes, int at, int end) {
        int from = tagStart + 2;
        Declaration.Opening opening = Declaration.opening(bytes, from, end);
        if (opening == Declaration.Opening.UNDECIDED) {
            return end;
        }
        Passage kind = switch (opening) {
            case COMMENT -> Passage.COMMENT;
            case DOCTYPE -> Passage.DOCTYPE;
            case CDATA -> tree.allowsCdata() ? Passage.CDATA : Passage.BOGUS_COMMENT;
            default -> Passage.BOGUS_COMMENT;
        };
        int to = kind == Passage.BOGUS_COMMENT ? at : from + Declaration.length(opening);
        beginDeclaration(kind, bytes, to);
        return to;
    }

    private void beginDeclaration(Passage kind, byte[] bytes, int to) {
        show(kind, bytes, tagStart, to);
        tagStart = -1;
        declaration.begin(kind);
        state = State.DECLARATION;
    }

    private int declaration(byte[] bytes, int from, int end) {
        int at = declaration.pass(bytes, from, end);
        show(declaration.kind(), bytes, from, at);
        if (declaration.isClosed()) {
            state = State.TEXT;
            showEnd(declaration.kind(), true);
        }
        return at;
    }

    // ---- raw text

    private void beginRawText(Passage kind, byte[] endName) {
        rawText.begin(kind);
        rawEndName = endName;
        rawElement = name;
        state = State.RAW_TEXT;
        rawFilter = handler.rawText(name);
    }

    private int rawText(byte[] bytes, int from, int end) {
        int at = rawText.next(bytes, from, end);
        passText(bytes, from, at, rawText.kind());
        if (at == end) {
            return end;
        }
        tagStart = at;
        state = State.RAW_LESS_THAN;
        return at + 1;
    }

    private int rawLessThan(byte[] bytes, int at) {
        if (bytes[at] == '/') {
            rawMatched = 0;
            state = State.RAW_END_NAME;
            return at + 1;
        }
        rawText.noEndTag();
        return backToRawText(bytes, at);
    }

    private int rawEndName(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && rawMatched < rawEndName.length && (bytes[at] | 0x20) == rawEndName[rawMatched]) {
            rawMatched++;
            at++;
        }
        if (at == end) {
            return at;
        }
        boolean isWhole = rawMatched == rawEndName.length && rawMatched > 0;
        if (!isWhole || !Scan.is(bytes[at], Scan.ENDS_TAG_NAME)) {
            rawText.otherEndTag();
            return backToRawText(bytes, at);
        }
        passthrough.copyTo(tagStart);
        endRawFilter();
        isEnd = true;
        name = rawElement;
        nameFrom = 2;
        beginAttributes(at);
        return at;
    }

    private int backToRawText(byte[] bytes, int at) {
        passText(bytes, tagStart, at, rawText.kind());
        tagStart = -1;
        state = State.RAW_TEXT;
        return at;
    }

    /** Lets text through, or through the filter that was asked for it. */
    private void passText(byte[] bytes, int from, int to, Passage kind) {
        if (rawFilter != null && to > from) {
            passthrough.copyTo(from);
            rawFilter.filter(bytes, from, to, passthrough.out());
            passthrough.skipTo(to);
        }
        show(kind, bytes, from, to);
    }

    private void endRawFilter() {
        if (rawFilter != null) {
            rawFilter.end(passthrough.out());
            rawFilter = null;
        }
    }

    // ---- noscript

    /** {@code </noscript} was read as whatever it stood in; from here on it is what it is. */
    private void leaveNoscript() {
        noscriptEnd.reset();
        passthrough.begin(held, 0);
        endPassage();
        releaseHeld();
        endRawFilter();
        tree.leaveNoscript();
        tagStart = -1;
        isEnd = true;
        isWanted = false;
        name = TagName.NOSCRIPT;
        part = BEFORE_NAME;
        state = State.ATTRIBUTES;
    }

    private void show(Passage kind, byte[] bytes, int from, int to) {
        if (watch != null && to > from) {
            watch.passage(kind, bytes, from, to);
        }
    }

    private void showEnd(Passage kind, boolean isClosed) {
        if (watch != null) {
            watch.ended(kind, isClosed);
        }
    }
}
