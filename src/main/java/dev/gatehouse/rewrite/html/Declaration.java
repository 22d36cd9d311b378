package dev.gatehouse.rewrite.html;

import dev.gatehouse.body.Words;
import java.nio.charset.StandardCharsets;

/**
 * What begins with {@code <!}, {@code <?} or a broken {@code </}: comments, the doctype, CDATA sections (HTML standard,
 * 13.2.5.41 and following). Such passages are never changed, so all there is to find is their end.
 */
final class Declaration {

    /** What a {@code <!} turned out to begin. */
    enum Opening {
        /** More bytes are needed. */
        UNDECIDED,
        /** {@code <!--}. */
        COMMENT,
        /** {@code <!doctype}. */
        DOCTYPE,
        /** {@code <![CDATA[}. */
        CDATA,
        /** Something else. */
        BOGUS_COMMENT
    }

    private static final byte[] DASHES = {'-', '-'};
    private static final byte[] DOCTYPE = "doctype".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CDATA = "[CDATA[".getBytes(StandardCharsets.US_ASCII);

    private Passage kind = Passage.COMMENT;
    /** Dashes last seen in a comment, or brackets in a CDATA section; at most 2. */
    private int run;
    /** Whether nothing but dashes has been seen in the comment. */
    private boolean isAtStart;
    /** Whether {@code --!} was last. */
    private boolean isBang;

    private boolean isClosed;

    /** Judges what stands behind {@code <!}, which may be cut off at {@code end}. */
    static Opening opening(byte[] bytes, int from, int end) {
        if (bytes[from] == '-') {
            return matched(bytes, from, end, DASHES, Opening.COMMENT);
        }
        if (bytes[from] == '[') {
            return matched(bytes, from, end, CDATA, Opening.CDATA);
        }
        return matched(bytes, from, end, DOCTYPE, Opening.DOCTYPE);
    }

    private static Opening matched(byte[] bytes, int from, int end, byte[] opening, Opening whole) {
        int length = Math.min(end - from, opening.length);
        for (int i = 0; i < length; i++) {
            byte c = whole == Opening.DOCTYPE ? Scan.lower(bytes[from + i]) : bytes[from + i];
            if (c != opening[i]) {
                return Opening.BOGUS_COMMENT;
            }
        }
        return length == opening.length ? whole : Opening.UNDECIDED;
    }

    /** How many bytes of the opening stand behind {@code <!}. */
    static int length(Opening opening) {
        return switch (opening) {
            case COMMENT -> DASHES.length;
            case DOCTYPE -> DOCTYPE.length;
            case CDATA -> CDATA.length;
            case UNDECIDED, BOGUS_COMMENT -> 0;
        };
    }

    void begin(Passage newKind) {
        kind = newKind;
        run = 0;
        isAtStart = true;
        isBang = false;
        isClosed = false;
    }

    Passage kind() {
        return kind;
    }

    /** Whether the last {@link #pass} found the end. */
    boolean isClosed() {
        return isClosed;
    }

    /** The position behind the end; {@code end} where it has not come yet. */
    int pass(byte[] bytes, int from, int end) {
        return switch (kind) {
            case COMMENT -> comment(bytes, from, end);
            case CDATA -> cdata(bytes, from, end);
            default -> toGreaterThan(bytes, from, end);
        };
    }

    /** Within a doctype, even a quoted {@code >} is its end. */
    private int toGreaterThan(byte[] bytes, int from, int end) {
        int at = Words.indexOf((byte) '>', bytes, from, end);
        isClosed = at < end;
        return isClosed ? at + 1 : at;
    }

    private int cdata(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            byte c = bytes[at++];
            if (c == ']') {
                run = Math.min(2, run + 1);
            } else if (c == '>' && run == 2) {
                isClosed = true;
                return at;
            } else {
                run = 0;
                at = Words.indexOf((byte) ']', bytes, at, end);
            }
        }
        return at;
    }

    private int comment(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            byte c = bytes[at++];
            if (c == '>' && (isAtStart || run == 2 || isBang)) {
                isClosed = true;
                return at;
            }
            commentByte(c);
            if (run == 0 && !isBang) {
                at = Words.indexOf((byte) '-', bytes, at, end);
            }
        }
        return at;
    }

    private void commentByte(byte c) {
        boolean bang = c == '!' && run == 2 && !isBang;
        if (c == '-') {
            run = isBang ? 1 : Math.min(2, run + 1);
            isAtStart = isAtStart && run == 1; // "<!-->" and "<!--->" are whole comments
        } else {
            run = 0;
            isAtStart = false;
        }
        isBang = bang;
    }
}
