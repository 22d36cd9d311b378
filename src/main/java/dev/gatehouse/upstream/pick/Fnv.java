package dev.gatehouse.upstream.pick;

/**
 * The hash of all assignments: FNV-1a in 32 bits over UTF-16 code units, each taken whole. Part of the contract, since
 * another hash would send every caller elsewhere. A result is an unsigned number.
 */
public final class Fnv {

    /** The hash of no text, from which every hash goes on. */
    static final int START = 0x811c9dc5;

    private static final int PRIME = 0x01000193;

    private Fnv() {}

    /** The hash of {@code text}. */
    public static int hash(String text) {
        return onward(START, text);
    }

    /** The hash of a text of which {@code hash} is the beginning's and {@code text} the rest. */
    static int onward(int hash, String text) {
        int onward = hash;
        for (int i = 0; i < text.length(); i++) {
            onward = (onward ^ text.charAt(i)) * PRIME;
        }
        return onward;
    }
}
