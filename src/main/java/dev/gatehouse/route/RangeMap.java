package dev.gatehouse.route;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map from words that is asked with a stretch of a longer text, so that no substring has to be made.
 *
 * <p>Immutable. Open addressing at most half full; the words are the operator's, so a client cannot make them collide.
 */
final class RangeMap<V> {

    private final @Nullable String[] words;
    private final @Nullable Object[] values;

    /** Copies {@code source}. */
    RangeMap(Map<String, V> source) {
        int capacity = Math.max(1, Integer.highestOneBit(source.size()) * 4);
        words = new String[capacity];
        values = new Object[capacity];
        source.forEach(this::put);
    }

    private void put(String word, V value) {
        int slot = slot(hash(word, 0, word.length()));
        while (words[slot] != null) {
            slot = slot(slot + 1);
        }
        words[slot] = word;
        values[slot] = value;
    }

    /** The value of the word that {@code text} has from {@code start} to before {@code end}; null where there is none. */
    @SuppressWarnings("unchecked") // only put() writes values
    @Nullable
    V get(String text, int start, int end) {
        if (words.length == 1) {
            return null; // a leaf of the index: there is nothing to hash for
        }
        int slot = slot(hash(text, start, end));
        String word = words[slot];
        while (word != null) {
            if (word.length() == end - start && text.startsWith(word, start)) {
                return (V) values[slot];
            }
            slot = slot(slot + 1);
            word = words[slot];
        }
        return null;
    }

    private int slot(int hash) {
        return hash & words.length - 1;
    }

    private static int hash(String text, int start, int end) {
        int hash = 0;
        for (int i = start; i < end; i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return hash ^ hash >>> 15;
    }
}
