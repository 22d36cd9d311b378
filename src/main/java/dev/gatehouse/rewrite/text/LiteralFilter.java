package dev.gatehouse.rewrite.text;

import dev.gatehouse.body.ByteQueue;

/**
 * Replaces literals in one pass: what was replaced is not looked at again. Of overlapping finds the leftmost counts, of
 * those the longest. Finds may straddle chunks; what may be the beginning of one is held, at most the longest literal
 * less one byte, and then some while a longer one may still come.
 *
 * <p>Threads: confined to one response.
 */
public final class LiteralFilter extends WindowFilter {

    private final Needles needles;

    /** A filter that replaces {@code needles}. */
    public LiteralFilter(Needles needles) {
        this.needles = needles;
    }

    /** Appends what is settled of the working bytes; returns how many those are. */
    @Override
    int settle(ByteQueue out, boolean isLast) {
        int copied = 0;
        int state = 0;
        int best = -1;
        int bestStart = 0;
        int at = 0;
        while (true) {
            boolean over = at == length;
            int open = at - needles.depth(state); // where a find that is under way would begin
            if (best >= 0 && (over && isLast || open > bestStart)) {
                out.append(work, copied, bestStart - copied);
                byte[] with = needles.replacement(best);
                out.append(with, 0, with.length);
                copied = bestStart + needles.length(best);
                at = copied;
                state = 0;
                best = -1;
                continue;
            }
            if (over) {
                int settled = isLast ? length : Math.max(copied, best >= 0 ? Math.min(open, bestStart) : open);
                out.append(work, copied, settled - copied);
                return settled;
            }
            if (state == 0 && best < 0) {
                at = needles.skip(work, at, length);
                if (at == length) {
                    continue;
                }
            }
            state = needles.after(state, work[at++]);
            int found = needles.found(state);
            if (found >= 0) {
                int start = at - needles.length(found);
                if (best < 0 || start < bestStart || start == bestStart) {
                    best = found;
                    bestStart = start;
                }
            }
        }
    }
}
