package dev.gatehouse.rewrite.html;

import dev.gatehouse.body.ByteQueue;

/** Changes the text of one element on its way, such as a style sheet. */
public interface RawTextFilter {

    /** Takes all bytes from {@code from} to before {@code to} and appends what is settled to {@code out}. */
    void filter(byte[] bytes, int from, int to, ByteQueue out);

    /** The text is over: appends what was held back. Called once. */
    void end(ByteQueue out);
}
