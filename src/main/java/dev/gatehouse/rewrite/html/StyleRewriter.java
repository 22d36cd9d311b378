package dev.gatehouse.rewrite.html;

import dev.gatehouse.rewrite.url.Edits;

/** Maps the references within style sheets. */
public interface StyleRewriter {

    /** A filter for the text of one {@code <style>} element. */
    RawTextFilter sheet();

    /**
     * Maps the references within the value of a {@code style} attribute, in which character references may stand.
     *
     * @return whether anything was changed
     */
    boolean attribute(byte[] bytes, int from, int to, Edits edits);
}
