package dev.gatehouse.rewrite.html;

import dev.gatehouse.body.ByteQueue;

/**
 * Copies input to output, with some of it replaced. Input that nobody changes is copied in one stretch as long as the
 * input allows.
 */
final class Passthrough {

    private ByteQueue out = new ByteQueue(0);
    private byte[] bytes = new byte[0];
    private int copied;

    /** From here on output goes to {@code queue}. */
    void into(ByteQueue queue) {
        out = queue;
    }

    ByteQueue out() {
        return out;
    }

    /** The next input begins at {@code from} of {@code input}. */
    void begin(byte[] input, int from) {
        bytes = input;
        copied = from;
    }

    /** Copies what has not been copied up to {@code to}. */
    void copyTo(int to) {
        if (to > copied) {
            out.append(bytes, copied, to - copied);
            copied = to;
        }
    }

    /** Puts {@code with} in the place of what stands from {@code from} to before {@code to}. */
    void replace(int from, int to, byte[] with) {
        if (from < copied || to < from) {
            throw new IllegalStateException("changes must come in ascending order");
        }
        copyTo(from);
        out.append(with, 0, with.length);
        copied = to;
    }

    /** What stands before {@code to} and has not been copied has gone another way. */
    void skipTo(int to) {
        copied = to;
    }
}
