package dev.gatehouse.rewrite.css;

import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.rewrite.url.LinkMapper;

/**
 * Maps the URLs of a style sheet while it streams (CSS Syntax Level 3, section 4): the arguments of {@code url()} and
 * {@code src()}, the strings of {@code @import} and {@code image-set()}. Comments and other strings stay as they are, and
 * so does every byte outside a URL that changes.
 *
 * <p>Only a URL under way is held, at most {@value #MAX_HELD} bytes; a longer one (a {@code data:} image) is let through.
 *
 * <p>Threads: confined to one response.
 */
public final class CssRewriter {

    /** The longest URL that is looked at. */
    static final int MAX_HELD = 16 * 1024;

    private enum State {
        PLAIN,
        SLASH,
        COMMENT,
        COMMENT_STAR,
        STRING,
        STRING_ESCAPE,
        BEFORE_URL,
        URL,
        URL_ESCAPE
    }

    private static final byte NO_QUOTE = 0;

    private final CssUrl url;
    private final CssWord word = new CssWord();
    private State state = State.PLAIN;
    private byte quote;
    private boolean isHolding;
    private boolean isImport;
    private int depth;
    private int imageSetDepth = -1;

    // The chunk under way: bytes from plainFrom on are not yet in the output and need no change.
    private byte[] bytes = new byte[0];
    private int at;
    private int plainFrom;

    /** A rewriter that maps with {@code mapper}. */
    public CssRewriter(LinkMapper mapper) {
        this.url = new CssUrl(mapper);
    }

    /** Takes the bytes from {@code from} to before {@code to} and appends what is settled to {@code out}. */
    public void rewrite(byte[] chunk, int from, int to, ByteQueue out) {
        bytes = chunk;
        plainFrom = from;
        for (at = from; at < to; at++) {
            step(bytes[at], out);
        }
        if (!isHolding) {
            out.append(bytes, plainFrom, to - plainFrom);
        }
    }

    /** The sheet is complete: appends what was held. */
    public void end(ByteQueue out) {
        if (isHolding) {
            isHolding = false;
            url.finish(out, quote);
        }
        state = State.PLAIN;
        word.clear();
        isImport = false;
        depth = 0;
        imageSetDepth = -1;
    }

    private void step(byte b, ByteQueue out) {
        switch (state) {
            case PLAIN -> plain(b, out);
            case SLASH -> {
                state = State.PLAIN;
                if (b == '*') {
                    state = State.COMMENT;
                } else {
                    plain(b, out);
                }
            }
            case COMMENT -> state = b == '*' ? State.COMMENT_STAR : State.COMMENT;
            case COMMENT_STAR -> state = b == '/' ? State.PLAIN : b == '*' ? State.COMMENT_STAR : State.COMMENT;
            case STRING -> string(b, out);
            case STRING_ESCAPE -> {
                state = State.STRING;
                hold(b, out);
            }
            case BEFORE_URL -> beforeUrl(b, out);
            case URL -> unquoted(b, out);
            case URL_ESCAPE -> {
                state = State.URL;
                hold(b, out);
            }
        }
    }

    private void plain(byte b, ByteQueue out) {
        if (word.take(b)) {
            return;
        }
        isImport |= word.isImport();
        switch (b) {
            case '/' -> state = State.SLASH;
            case '"', '\'' -> beginString(b, out);
            case '(' -> open();
            case ')' -> close();
            case ';', '{', '}' -> isImport = false;
            default -> {}
        }
        word.clear();
    }

    private void beginString(byte b, ByteQueue out) {
        quote = b;
        state = State.STRING;
        if (isImport || imageSetDepth >= 0 && imageSetDepth == depth) {
            isImport = false;
            beginHolding(at + 1, out);
        }
    }

    private void open() {
        if (word.isUrl()) {
            state = State.BEFORE_URL;
            return;
        }
        depth++;
        if (word.isImageSet()) {
            imageSetDepth = depth;
        }
    }

    private void close() {
        if (imageSetDepth == depth) {
            imageSetDepth = -1;
        }
        depth = Math.max(0, depth - 1);
    }

    private void beforeUrl(byte b, ByteQueue out) {
        if (CssEscapes.isSpace(b)) {
            return;
        }
        isImport = false;
        if (b == '"' || b == '\'') {
            quote = b;
            state = State.STRING;
            beginHolding(at + 1, out);
        } else if (b == ')') {
            state = State.PLAIN;
        } else {
            quote = NO_QUOTE;
            beginHolding(at, out);
            unquoted(b, out);
        }
    }

    private void string(byte b, ByteQueue out) {
        if (b == quote || b == '\n') { // a line break ends a bad string
            state = State.PLAIN;
            endHolding(out);
        } else {
            state = b == '\\' ? State.STRING_ESCAPE : State.STRING;
            hold(b, out);
        }
    }

    private void unquoted(byte b, ByteQueue out) {
        if (b == ')' || CssEscapes.isSpace(b)) {
            state = State.PLAIN;
            endHolding(out);
        } else {
            state = b == '\\' ? State.URL_ESCAPE : State.URL;
            hold(b, out);
        }
    }

    private void beginHolding(int from, ByteQueue out) {
        out.append(bytes, plainFrom, from - plainFrom);
        isHolding = true;
        url.clear();
    }

    private void endHolding(ByteQueue out) {
        if (isHolding) {
            isHolding = false;
            url.finish(out, quote);
            plainFrom = at; // the byte that ended it
        }
    }

    private void hold(byte b, ByteQueue out) {
        if (isHolding) {
            url.add(b);
            if (url.length() == MAX_HELD) {
                isHolding = false;
                url.release(out);
                plainFrom = at + 1;
            }
        }
    }
}
