package dev.gatehouse.http;

import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code Cookie} field. Nothing is decoded or unquoted, a comma is a character like any other, and pairs that
 * make no sense are passed over rather than spoiling the rest.
 */
public final class Cookies {

    private Cookies() {}

    /**
     * The value of the first cookie called {@code name}: all that follows its first {@code =}, without space around it.
     *
     * @param header the field's value; several lines are joined with {@code "; "} (see {@link RequestHead#cookies()});
     *               null where the field was not sent
     * @param name   compared exactly, letter case included
     * @return null where there is no such cookie; empty for {@code name=}
     */
    public static @Nullable String first(@Nullable String header, String name) {
        int start = 0;
        while (header != null && start < header.length()) {
            int semicolon = header.indexOf(';', start);
            int end = semicolon < 0 ? header.length() : semicolon;
            int equals = header.indexOf('=', start);
            if (equals >= 0 && equals < end && isNamed(header, start, equals, name)) {
                return header.substring(equals + 1, end).strip();
            }
            start = end + 1;
        }
        return null;
    }

    /**
     * A {@code Cookie} field without the cookies called {@code name}; the others stay as they are written.
     *
     * @return null where no other is left
     */
    public static @Nullable String without(String header, String name) {
        if (first(header, name) == null) {
            return header;
        }
        StringJoiner others = new StringJoiner(";");
        for (String pair : header.split(";", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 0 || !isNamed(pair, 0, equals, name)) {
                others.add(pair);
            }
        }
        String left = others.toString().strip();
        return left.isEmpty() ? null : left;
    }

    private static boolean isNamed(String header, int from, int to, String name) {
        int start = from;
        int end = to;
        while (start < end && isBlank(header.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(header.charAt(end - 1))) {
            end--;
        }
        return end - start == name.length() && header.startsWith(name, start);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
