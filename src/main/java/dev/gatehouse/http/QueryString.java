package dev.gatehouse.http;

import org.jspecify.annotations.Nullable;

/**
 * Reads a raw query as a form would be read: pairs between {@code &}, {@code +} for a space, percent escapes in UTF-8.
 * A semicolon is a character like any other. The query itself is never changed; it is forwarded as it came.
 */
public final class QueryString {

    private QueryString() {}

    /**
     * The value of the first parameter called {@code name}, decoded. An escape that is none ({@code %zz}, a lone
     * {@code %}) stays as it is written; bytes that are no UTF-8 read as U+FFFD.
     *
     * @param rawQuery without the {@code ?}; null where there is none
     * @param name     compared exactly with the decoded names
     * @return null where the parameter is missing; empty for {@code name} and {@code name=}
     */
    public static @Nullable String first(@Nullable String rawQuery, String name) {
        if (rawQuery == null) {
            return null;
        }
        int start = indexOf(rawQuery, name, 0);
        return start < 0 ? null : valueAt(rawQuery, start);
    }

    /**
     * The value of the parameter called {@code name}, decoded, where it stands in the query once.
     *
     * @return null where the parameter is missing or repeated
     */
    public static @Nullable String single(@Nullable String rawQuery, String name) {
        if (rawQuery == null) {
            return null;
        }
        int start = indexOf(rawQuery, name, 0);
        boolean once = start >= 0 && indexOf(rawQuery, name, endOfPair(rawQuery, start) + 1) < 0;
        return once ? valueAt(rawQuery, start) : null;
    }

    /** Where the next parameter called {@code name} begins, at {@code from} or after; -1 where there is none. */
    private static int indexOf(String query, String name, int from) {
        int start = from;
        while (start < query.length()) {
            int end = endOfPair(query, start);
            if (start < end && isNamed(query, start, endOfName(query, start, end), name)) {
                return start;
            }
            start = end + 1;
        }
        return -1;
    }

    private static String valueAt(String query, int start) {
        int end = endOfPair(query, start);
        return decoded(query, Math.min(endOfName(query, start, end) + 1, end), end);
    }

    private static int endOfPair(String query, int start) {
        int ampersand = query.indexOf('&', start);
        return ampersand < 0 ? query.length() : ampersand;
    }

    private static int endOfName(String query, int start, int end) {
        int equals = query.indexOf('=', start);
        return equals < 0 || equals > end ? end : equals;
    }

    private static boolean isNamed(String query, int start, int end, String name) {
        if (isPlain(query, start, end)) {
            return end - start == name.length() && query.startsWith(name, start);
        }
        return decoded(query, start, end).equals(name);
    }

    private static String decoded(String query, int start, int end) {
        String text = query.substring(start, end);
        return isPlain(query, start, end) ? text : PercentEncoding.decodeForm(text);
    }

    private static boolean isPlain(String query, int start, int end) {
        for (int i = start; i < end; i++) {
            char c = query.charAt(i);
            if (c == '%' || c == '+') {
                return false;
            }
        }
        return true;
    }
}
