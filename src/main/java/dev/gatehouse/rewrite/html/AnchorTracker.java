package dev.gatehouse.rewrite.html;

import org.jspecify.annotations.Nullable;

/**
 * Follows a page as far as to know which of its tags really are its head and body (HTML standard, 13.2.6.4, from "before
 * head" to "after body"). Each anchor is found at most once, and only at a tag that is written and counts.
 *
 * <p>{@code <head>} behind text or content does not count, since by then a browser has begun the body. Tags within
 * templates, noscript, SVG and MathML do not count, nor does anything behind {@code <frameset>}.
 */
final class AnchorTracker implements PassageWatch {

    /** How far the page has come. */
    private enum Mode {
        /** Neither head nor body has begun. */
        BEFORE_HEAD,
        /** The head is open. */
        IN_HEAD,
        /** The head is over. */
        AFTER_HEAD,
        /** The body is open. */
        IN_BODY,
        /** No anchor can come any more. */
        OVER
    }

    private Mode mode = Mode.BEFORE_HEAD;
    private int templates;

    /** Whether such a tag matters from here on. */
    boolean wants(TagName name, boolean isEnd) {
        return switch (mode) {
            case BEFORE_HEAD, IN_HEAD, AFTER_HEAD -> !isEnd || endsSomething(name);
            case IN_BODY -> name == TagName.TEMPLATE || isEnd && name == TagName.BODY;
            case OVER -> false;
        };
    }

    private static boolean endsSomething(TagName name) {
        return switch (name) {
            case HEAD, BODY, HTML, BR, TEMPLATE -> true;
            default -> false;
        };
    }

    /** Whether text matters from here on. */
    boolean watchesText() {
        return isBeforeBody();
    }

    private boolean isBeforeBody() {
        return mode.compareTo(Mode.IN_BODY) < 0;
    }

    /** The anchor that is at this start tag; null where it is none. */
    @Nullable
    Anchor startTag(Tag tag) {
        TagName name = tag.name();
        if (tag.isInNoscript() || tag.isInForeign()) {
            return null;
        }
        if (name == TagName.TEMPLATE) {
            if (mode == Mode.BEFORE_HEAD) {
                mode = Mode.IN_HEAD;
            }
            templates++;
            return null;
        }
        if (templates > 0 || !isBeforeBody() || name == TagName.HTML) {
            return null;
        }
        return name == TagName.HEAD ? head() : beforeBody(name);
    }

    private @Nullable Anchor head() {
        if (mode != Mode.BEFORE_HEAD) {
            return null;
        }
        mode = Mode.IN_HEAD;
        return Anchor.HEAD_START;
    }

    private @Nullable Anchor beforeBody(TagName name) {
        if (name.isHeadContent()) {
            if (mode == Mode.BEFORE_HEAD) {
                mode = Mode.IN_HEAD; // begun without its tag
            }
            return null;
        }
        if (name == TagName.FRAMESET) {
            mode = Mode.OVER;
            return null;
        }
        mode = Mode.IN_BODY; // whatever else it is, it begins the body
        return name == TagName.BODY ? Anchor.BODY_START : null;
    }

    /** The anchor that is at this end tag; null where it is none. */
    @Nullable
    Anchor endTag(Tag tag) {
        TagName name = tag.name();
        if (tag.isInNoscript() || tag.isInForeign()) {
            return null;
        }
        if (name == TagName.TEMPLATE) {
            templates = Math.max(0, templates - 1);
            return null;
        }
        if (templates > 0) {
            return null;
        }
        if (name == TagName.HEAD && mode.compareTo(Mode.IN_HEAD) <= 0) {
            mode = Mode.AFTER_HEAD;
            return Anchor.HEAD_END;
        }
        if (name == TagName.BODY && mode != Mode.OVER) {
            mode = Mode.OVER;
            return Anchor.BODY_END;
        }
        if (isBeforeBody() && (name == TagName.HTML || name == TagName.BR)) {
            mode = Mode.IN_BODY;
        }
        return null;
    }

    @Override
    public void passage(Passage kind, byte[] bytes, int from, int to) {
        if (kind == Passage.TEXT && templates == 0 && isBeforeBody() && hasText(bytes, from, to)) {
            mode = Mode.IN_BODY;
        }
    }

    private boolean hasText(byte[] bytes, int from, int to) {
        int at = Scan.pastSpace(bytes, from, to);
        while (at < to && mode == Mode.BEFORE_HEAD && isOfByteOrderMark(bytes[at])) {
            at = Scan.pastSpace(bytes, at + 1, to);
        }
        return at < to;
    }

    /** The mark may be cut anywhere, so its bytes are passed over one by one. */
    private static boolean isOfByteOrderMark(byte b) {
        return b == (byte) 0xef || b == (byte) 0xbb || b == (byte) 0xbf;
    }
}
