package dev.gatehouse.rewrite.html;

import dev.gatehouse.rewrite.url.Edits;
import java.util.Arrays;

/** Changes that are collected in order of position, to be made together. */
final class EditList implements Edits {

    private static final byte[] NOTHING = {};

    private int[] from = new int[8];
    private int[] to = new int[8];
    private byte[][] with = new byte[8][];
    private int count;

    EditList() {
        Arrays.fill(with, NOTHING);
    }

    @Override
    public void replace(int start, int end, byte[] text) {
        put(count, start, end, text);
    }

    /** Like {@link #replace}, at a position that may be in front of what has been collected. */
    void insert(int start, int end, byte[] text) {
        int at = count;
        while (at > 0 && from[at - 1] > start) {
            at--;
        }
        put(at, start, end, text);
    }

    private void put(int at, int start, int end, byte[] text) {
        if (count == from.length) {
            from = Arrays.copyOf(from, count * 2);
            to = Arrays.copyOf(to, count * 2);
            with = Arrays.copyOf(with, count * 2);
        }
        System.arraycopy(from, at, from, at + 1, count - at);
        System.arraycopy(to, at, to, at + 1, count - at);
        System.arraycopy(with, at, with, at + 1, count - at);
        from[at] = start;
        to[at] = end;
        with[at] = text;
        count++;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Hands all changes on and forgets them. */
    void moveTo(Edits target) {
        for (int i = 0; i < count; i++) {
            target.replace(from[i], to[i], with[i]);
        }
        count = 0;
    }
}
