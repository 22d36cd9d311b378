package dev.gatehouse.rewrite.html;

import org.jspecify.annotations.Nullable;

/**
 * Is shown the tags of a page it asked for, and may change them.
 *
 * <p>Threads: confined to one response.
 */
public interface TagHandler {

    /**
     * Whether {@link #startTag} or {@link #endTag} shall be called for this tag. Asked once its name is known, and best
     * answered sparingly: a tag that nobody wants is never held. A tag may be shown although it was not asked for.
     */
    boolean wants(TagName name, boolean isEnd);

    /** A complete start tag. */
    default void startTag(Tag tag) {}

    /** A complete end tag. */
    default void endTag(Tag tag) {}

    /**
     * What the text of {@code element}, an HTML element whose text is not markup, goes through.
     *
     * @return null to leave it as it is
     */
    default @Nullable RawTextFilter rawText(TagName element) {
        return null;
    }

    /** Who wants to know what stands between tags; asked before each piece of input. */
    default @Nullable PassageWatch watch() {
        return null;
    }
}
