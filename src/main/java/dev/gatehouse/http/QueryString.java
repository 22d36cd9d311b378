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
        int start = 0;
        while (rawQuery != null && start < rawQuery.length()) {
            int ampersand = rawQuery.indexOf('&', start);
            int end = ampersand < 0 ? rawQuery.length() : ampersand;
            int nameEnd = endOfName(rawQuery, start, end);
            if (start < end && isNamed(rawQuery, start, nameEnd, name)) {
                return decoded(rawQuery, Math.min(nameEnd + 1, end), end);
            }
            start = end + 1;
        }
        return null;
    }

    /**
     * The value of the parameter called {@code name}, decoded, where it stands in the query once.
     *
     * @return null where the parameter is missing or repeated
     */
    public static @Nullable String single(@Nullable String rawQuery, String name) {
        String found = null;
        int start = 0;
        while (rawQuery != null && start < rawQuery.length()) {
            int ampersand = rawQuery.indexOf('&', start);
            int end = ampersand < 0 ? rawQuery.length() : ampersand;
            int nameEnd = endOfName(rawQuery, start, end);
            if (start < end && isNamed(rawQuery, start, nameEnd, name)) {
                if (found != null) {
                    return null;
                }
                found = decoded(rawQuery, Math.min(nameEnd + 1, end), end);
            }
            start = end + 1;
        }
        return found;
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
