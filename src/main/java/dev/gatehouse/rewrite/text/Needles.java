package dev.gatehouse.rewrite.text;

import dev.gatehouse.body.Words;
import dev.gatehouse.config.model.Replacement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * All literals to be found, compiled into one automaton (Aho and Corasick, 1975) over classes of bytes: one table look-up
 * per byte, however many literals there are. Where none is under way, most bytes are not even looked at: the last two of a
 * window as long as the shortest literal tell how far the next one may begin (Wu and Manber, 1994); or, where all have a byte
 * in the same place that texts seldom have, as the colon of {@code http://}, that one is looked for.
 *
 * <p>Immutable; shared by all responses of a route.
 */
public final class Needles {

    private static final int ROOT = 0;
    private static final int SHIFTS = 4096;

    private final byte[][] replacements;
    private final int[] lengths;
    private final byte[] classOf = new byte[256];
    private final int classes;
    private final int[] next;
    private final int[] depth;
    private final int[] found;
    /** The length of the shortest needle, within bounds. */
    private final int window;
    /** Where all needles have the same uncommon byte; -1 where they have none. */
    private final int anchorAt;

    private final byte anchor;

    /** What all needles begin with, at most eight bytes, the first of them lowest; and which bits of a word those are. */
    private final long prefix;

    private final long prefixBits;

    /** By the last two bytes of a window: how far on the next one is that may hold a needle, 0 for this one. */
    private final byte[] shifts = new byte[SHIFTS];

    /** Compiles {@code rules}; of two with the same {@code from} the first counts. */
    public Needles(List<Replacement> rules) {
        byte[][] needles = new byte[rules.size()][];
        replacements = new byte[rules.size()][];
        lengths = new int[rules.size()];
        int total = 1;
        int shortest = Byte.MAX_VALUE;
        for (int i = 0; i < needles.length; i++) {
            needles[i] = rules.get(i).from().getBytes(StandardCharsets.UTF_8);
            replacements[i] = rules.get(i).to().getBytes(StandardCharsets.UTF_8);
            lengths[i] = needles[i].length;
            total += needles[i].length;
            shortest = Math.min(shortest, needles[i].length);
        }
        window = shortest;
        measureShifts(needles);
        anchorAt = commonPlace(needles);
        anchor = anchorAt < 0 ? 0 : needles[0][anchorAt];
        prefixBits = prefixBits(needles);
        prefix = word(needles[0]) & prefixBits;
        classes = classify(needles);
        next = new int[total * classes];
        depth = new int[total];
        found = new int[total];
        Arrays.fill(next, -1);
        Arrays.fill(found, -1);
        link(plant(needles));
    }

    /** Gives each byte that occurs in a needle a class of its own; all others share class 0. Returns how many there are. */
    private int classify(byte[][] needles) {
        int count = 1;
        for (byte[] needle : needles) {
            for (byte b : needle) {
                if (classOf[b & 0xff] == 0 && count < 256) {
                    classOf[b & 0xff] = (byte) count++;
                }
            }
        }
        return count;
    }

    private void measureShifts(byte[][] needles) {
        Arrays.fill(shifts, (byte) Math.max(1, window - 1));
        for (byte[] needle : needles) {
            for (int i = 1; i < window; i++) {
                int pair = pair(needle[i - 1], needle[i]);
                shifts[pair] = (byte) Math.min(shifts[pair], window - 1 - i);
            }
        }
    }

    private static long prefixBits(byte[][] needles) {
        long differing = 0;
        for (byte[] needle : needles) {
            differing |= word(needle) ^ word(needles[0]);
            differing |= needle.length < Long.BYTES ? 1L << needle.length * Byte.SIZE : 0;
        }
        int common = Long.numberOfTrailingZeros(differing) / Byte.SIZE;
        return common == Long.BYTES ? -1 : (1L << common * Byte.SIZE) - 1;
    }

    private static long word(byte[] needle) {
        return Words.at(Arrays.copyOf(needle, Math.max(Long.BYTES, needle.length)), 0);
    }

    private int commonPlace(byte[][] needles) {
        for (int i = 0; i < window; i++) {
            byte b = needles[0][i];
            int place = i;
            if (isUncommon(b) && Arrays.stream(needles).allMatch(needle -> needle[place] == b)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether text and markup have few of it, so that looking for it is faster than any skipping. */
    private static boolean isUncommon(byte b) {
        return b > ' ' && !Character.isLetterOrDigit(b) && "<>/=\"'.,-_;".indexOf(b) < 0;
    }

    private static int pair(byte first, byte second) {
        return (first << 5 ^ second) & SHIFTS - 1;
    }

    private int plant(byte[][] needles) {
        int states = 1;
        for (int i = 0; i < needles.length; i++) {
            int state = ROOT;
            for (byte b : needles[i]) {
                int slot = slot(state, b);
                if (next[slot] < 0) {
                    depth[states] = depth[state] + 1;
                    next[slot] = states++;
                }
                state = next[slot];
            }
            if (found[state] < 0) {
                found[state] = i;
            }
        }
        return states;
    }

    /** Turns the trie into an automaton that always has a next state. */
    private void link(int states) {
        int[] fallback = new int[states];
        Deque<Integer> queue = new ArrayDeque<>();
        for (int c = 0; c < classes; c++) {
            int child = next[c];
            next[c] = Math.max(child, ROOT);
            if (child > ROOT) {
                queue.add(child);
            }
        }
        while (!queue.isEmpty()) {
            int state = queue.remove();
            if (found[state] < 0) {
                found[state] = found[fallback[state]];
            }
            for (int c = 0; c < classes; c++) {
                int child = next[state * classes + c];
                int other = next[fallback[state] * classes + c];
                if (child < 0) {
                    next[state * classes + c] = other;
                } else {
                    fallback[child] = other;
                    queue.add(child);
                }
            }
        }
    }

    private int slot(int state, byte b) {
        return state * classes + (classOf[b & 0xff] & 0xff);
    }

    /** The state after {@code b}; 0 is the beginning. */
    int after(int state, byte b) {
        return next[slot(state, b)];
    }

    /** The first index from {@code from} on at which a needle may begin; {@code to} where there is none. */
    int skip(byte[] bytes, int from, int to) {
        if (anchorAt >= 0) {
            return skipToAnchor(bytes, from, to);
        }
        return toBeginning(bytes, window > 2 ? skipWindows(bytes, from, to) : from, to);
    }

    private int skipToAnchor(byte[] bytes, int from, int to) {
        int at = Words.indexOf(anchor, bytes, Math.min(from + anchorAt, to), to);
        while (at < to && !mayBegin(bytes, at - anchorAt, to)) {
            at = Words.indexOf(anchor, bytes, at + 1, to);
        }
        // Without an anchor to be seen, a needle may still begin in front of where the next one would stand.
        return at < to ? at - anchorAt : toBeginning(bytes, Math.max(from, to - anchorAt), to);
    }

    private int toBeginning(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && !mayBegin(bytes[at])) {
            at++;
        }
        return at;
    }

    private int skipWindows(byte[] bytes, int from, int to) {
        int last = from + window - 1;
        while (last < to) {
            int shift = shifts[pair(bytes[last - 1], bytes[last])];
            if (shift == 0 && mayBegin(bytes[last - window + 1])) {
                break;
            }
            last += Math.max(1, shift);
        }
        return last - window + 1;
    }

    private boolean mayBegin(byte[] bytes, int at, int to) {
        return at > to - Long.BYTES ? mayBegin(bytes[at]) : (Words.at(bytes, at) & prefixBits) == prefix;
    }

    private boolean mayBegin(byte b) {
        return next[classOf[b & 0xff] & 0xff] != ROOT;
    }

    /** How many of the last bytes may be the beginning of a needle. */
    int depth(int state) {
        return depth[state];
    }

    /** The longest needle that ends here; -1 for none. */
    int found(int state) {
        return found[state];
    }

    int length(int needle) {
        return lengths[needle];
    }

    byte[] replacement(int needle) {
        return replacements[needle];
    }
}
