package dev.gatehouse.rewrite.html;

import dev.gatehouse.body.Words;

/**
 * Text in which only one end tag means anything (HTML standard, 13.2.5.9 to 13.2.5.31). Finds the places where that end
 * tag may begin; whether it does is for the tokenizer to see.
 */
final class RawText {

    private static final byte[] SCRIPT = TagName.SCRIPT.spelling();
    private static final int NO_SCRIPT = SCRIPT.length + 1;

    /** Where in a script we are. Elsewhere it is always {@link #OPEN}. */
    private enum State {
        /** Nothing special. */
        OPEN,
        /** Behind a {@code <}. */
        LESS_THAN,
        /** Behind {@code <!}. */
        BANG,
        /** Behind {@code <!-}. */
        BANG_DASH,
        /** Behind {@code <!--}; {@link #dashes} were last. */
        ESCAPED,
        /** Behind a {@code <} after {@code <!--}. */
        ESCAPED_LESS_THAN,
        /** In a name behind that {@code <}. */
        ESCAPED_NAME,
        /** Behind {@code <!--<script>}: here no end tag counts. */
        HIDDEN,
        /** Behind a {@code <} there. */
        HIDDEN_LESS_THAN,
        /** In a name behind {@code </} there. */
        HIDDEN_NAME
    }

    private Passage kind = Passage.RAW_TEXT;
    private State state = State.OPEN;
    private int dashes;
    private int matched;

    /** The text of another element begins. */
    void begin(Passage newKind) {
        kind = newKind;
        state = State.OPEN;
    }

    Passage kind() {
        return kind;
    }

    /** The next {@code <} that may begin the end tag; {@code end} where there is none. */
    int next(byte[] bytes, int from, int end) {
        if (kind == Passage.PLAINTEXT) {
            return end;
        }
        return kind == Passage.SCRIPT ? inScript(bytes, from, end) : toOpening(bytes, from, end);
    }

    /** The next {@code <} that something may come of; a lone one, as scripts have many, is passed over. */
    private static int toOpening(byte[] bytes, int from, int end) {
        int at = Words.indexOf((byte) '<', bytes, from, end);
        while (at + 1 < end && bytes[at + 1] != '/' && bytes[at + 1] != '!') {
            at = Words.indexOf((byte) '<', bytes, at + 1, end);
        }
        return at;
    }

    /** The {@code <} begins no end tag; what comes next stands behind it. */
    void noEndTag() {
        if (kind == Passage.SCRIPT) {
            state = state == State.ESCAPED ? State.ESCAPED_LESS_THAN : State.LESS_THAN;
        }
    }

    /** The {@code </} does not go on as the end tag. */
    void otherEndTag() {
        dashes = 0;
    }

    private int inScript(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            switch (state) {
                case OPEN -> {
                    return toOpening(bytes, at, end);
                }
                case ESCAPED -> {
                    at = escaped(bytes, at, end);
                    if (at < end && state == State.ESCAPED) {
                        dashes = 0;
                        return at;
                    }
                }
                case HIDDEN -> at = hidden(bytes, at, end);
                case ESCAPED_NAME, HIDDEN_NAME -> at = name(bytes, at, end);
                default -> at = afterLessThan(bytes[at], at);
            }
        }
        return at;
    }

    /** One byte behind a {@code <}; returns the position to go on from. */
    private int afterLessThan(byte c, int at) {
        switch (state) {
            case LESS_THAN -> state = c == '!' ? State.BANG : State.OPEN;
            case BANG -> state = c == '-' ? State.BANG_DASH : State.OPEN;
            case BANG_DASH -> {
                state = c == '-' ? State.ESCAPED : State.OPEN;
                dashes = 2;
            }
            case ESCAPED_LESS_THAN -> {
                boolean isName = Scan.is(c, Scan.LETTER);
                state = isName ? State.ESCAPED_NAME : State.ESCAPED;
                matched = 0;
                return at;
            }
            default -> {
                state = c == '/' ? State.HIDDEN_NAME : State.HIDDEN;
                matched = 0;
                return c == '/' ? at + 1 : at;
            }
        }
        return state == State.OPEN ? at : at + 1;
    }

    /** Stops in front of a {@code <}, or behind the {@code -->} that leads back to {@link State#OPEN}. */
    private int escaped(byte[] bytes, int from, int end) {
        int at = from;
        for (; at < end && bytes[at] != '<'; at++) {
            if (closes(bytes[at])) {
                state = State.OPEN;
                return at + 1;
            }
        }
        return at;
    }

    private int hidden(byte[] bytes, int from, int end) {
        int at = escaped(bytes, from, end);
        if (at < end && state == State.HIDDEN) {
            dashes = 0;
            state = State.HIDDEN_LESS_THAN;
            return at + 1;
        }
        return at;
    }

    private boolean closes(byte c) {
        if (c == '-') {
            dashes = Math.min(2, dashes + 1);
            return false;
        }
        boolean closes = c == '>' && dashes == 2;
        dashes = 0;
        return closes;
    }

    /** Only the whole name {@code script} leads on: into hiding, or out of it. */
    private int name(byte[] bytes, int from, int end) {
        int at = from;
        for (; at < end && Scan.is(bytes[at], Scan.LETTER); at++) {
            boolean fits = matched < SCRIPT.length && Scan.lower(bytes[at]) == SCRIPT[matched];
            matched = fits ? matched + 1 : NO_SCRIPT;
        }
        if (at == end) {
            return at;
        }
        boolean isName = Scan.is(bytes[at], Scan.ENDS_TAG_NAME);
        boolean turns = isName && matched == SCRIPT.length;
        state = turns == (state == State.ESCAPED_NAME) ? State.HIDDEN : State.ESCAPED;
        dashes = 0;
        return isName ? at + 1 : at;
    }
}
