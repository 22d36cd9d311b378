package dev.gatehouse.rewrite.html;

/** Is told what stands between tags. It can change nothing. */
interface PassageWatch {

    /**
     * The next piece of a passage, with the markup that opens and closes it. A passage comes in as many pieces as the
     * input happens to be cut into.
     */
    void passage(Passage kind, byte[] bytes, int from, int to);

    /**
     * A comment, doctype or CDATA section is over.
     *
     * @param isClosed false where the page ended first
     */
    default void ended(Passage kind, boolean isClosed) {}
}
