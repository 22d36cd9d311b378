package dev.gatehouse.forward.mirror;

import dev.gatehouse.event.MirrorComparison;
import dev.gatehouse.event.MirrorEnd;
import dev.gatehouse.transport.Alarms;
import java.util.EnumMap;
import java.util.Map;

/**
 * What comparing the answers of one route with its mirror's has come to.
 *
 * <p>Threads: may be shared.
 */
final class MirrorTally {

    private final Map<MirrorComparison.Verdict, Long> verdicts = new EnumMap<>(MirrorComparison.Verdict.class);
    private long compared;
    private long notCompared;
    private long mainMillis;
    private long mirrorMillis;
    private long saidAt = Alarms.NEVER;

    /** Counts the end of one copy. */
    synchronized void add(MirrorEnd end) {
        MirrorComparison comparison = end.comparison();
        if (comparison == null) {
            notCompared++;
            return;
        }
        compared++;
        verdicts.merge(comparison.verdict(), 1L, Long::sum);
        mainMillis += comparison.mainMs();
        mirrorMillis += comparison.mirrorMs();
    }

    /** Whether it should be told again: for the first time, or {@code pause} after the last. It counts as told then. */
    synchronized boolean isDue(long now, long pause) {
        if (saidAt != Alarms.NEVER && now - saidAt < pause) {
            return false;
        }
        saidAt = now;
        return true;
    }

    /** All of it on one line, such as {@code 12 compared: same 10, status 2; 1 not; on average 8 ms here, 9 ms there}. */
    @Override
    public synchronized String toString() {
        StringBuilder line = new StringBuilder().append(compared).append(" compared:");
        verdicts.forEach((verdict, count) -> line.append(' ')
                .append(verdict.text())
                .append(' ')
                .append(count)
                .append(','));
        line.setLength(line.length() - 1);
        line.append("; ").append(notCompared).append(" not");
        if (compared > 0) {
            line.append("; on average ")
                    .append(mainMillis / compared)
                    .append(" ms here, ")
                    .append(mirrorMillis / compared)
                    .append(" ms there");
        }
        return line.toString();
    }
}
