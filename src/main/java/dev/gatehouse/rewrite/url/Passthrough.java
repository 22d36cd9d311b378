package dev.gatehouse.rewrite.url;

import dev.gatehouse.body.ByteQueue;

/**
 * Copies input to output, with some of it replaced. Input that nobody changes is copied in one stretch as long as the
 * input allows.
 *
 * <p>Threads: confined to one body.
 */
public final class Passthrough implements Edits {

    private ByteQueue out = new ByteQueue(0);
    private byte[] bytes = new byte[0];
    private int copied;

    /** From here on output goes to {@code queue}. */
    public void into(ByteQueue queue) {
        out = queue;
    }

    /** Where output goes. */
    public ByteQueue out() {
        return out;
    }

    /** The next input begins at {@code from} of {@code input}. */
    public void begin(byte[] input, int from) {
        bytes = input;
        copied = from;
    }

    /** Copies what has not been copied up to {@code to}. */
    public void copyTo(int to) {
        if (to > copied) {
            out.append(bytes, copied, to - copied);
            copied = to;
        }
    }

    /** How much of the input has been dealt with: all before this index. */
    public int copied() {
        return copied;
    }

    @Override
    public void replace(int from, int to, byte[] with) {
        if (from < copied || to < from) {
            throw new IllegalStateException("changes must come in ascending order");
        }
        copyTo(from);
        out.append(with, 0, with.length);
        copied = to;
    }

    /** What stands before {@code to} and has not been copied has gone another way. */
    public void skipTo(int to) {
        copied = to;
    }
}
