package dev.gatehouse.config.tree;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Guesses which word was meant by one that is not known. */
public final class Spelling {

    /** Words that are longer are nobody's slip of the pen. */
    private static final int MAX_LENGTH = 40;

    private Spelling() {}

    /** The known word that differs by at most a third of its letters; the nearest one, null for none. */
    public static @Nullable String nearest(String word, Collection<String> known) {
        String nearest = null;
        int best = Integer.MAX_VALUE;
        for (String candidate : known) {
            int distance = distance(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance < best && distance * 3 <= candidate.length()) {
                best = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** How many letters must be added, dropped or exchanged to make one word of the other. */
    private static int distance(String a, String b) {
        if (a.length() > MAX_LENGTH) {
            return Integer.MAX_VALUE / 4;
        }
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int exchanged = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(exchanged, Math.min(row[j - 1], above[j]) + 1);
            }
            above = row;
        }
        return above[b.length()];
    }
}
