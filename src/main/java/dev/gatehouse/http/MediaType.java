package dev.gatehouse.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A {@code Content-Type} value taken apart (RFC 9110, section 8.3). Reading is lenient: what an origin sends is looked
 * at, never corrected, and the value itself is passed on as it came.
 *
 * @param type    the type without parameters, lower case, such as {@code text/html}; empty where none was given
 * @param charset the first {@code charset} parameter, unquoted, in the case it was sent in; null where there is none
 */
public record MediaType(String type, @Nullable String charset) {

    private static final MediaType NONE = new MediaType("", null);

    /**
     * Reads a field value.
     *
     * @param contentType null where the field was not sent
     */
    public static MediaType of(@Nullable String contentType) {
        if (contentType == null) {
            return NONE;
        }
        int start = startOfType(contentType);
        int end = endOfType(contentType, start);
        return new MediaType(contentType.substring(start, end).toLowerCase(Locale.ROOT), charsetIn(contentType));
    }

    static int startOfType(String contentType) {
        int start = 0;
        while (start < contentType.length() && isBlank(contentType.charAt(start))) {
            start++;
        }
        return start;
    }

    /** The end of the type that begins at {@code start}: the first semicolon or the end, without space before it. */
    static int endOfType(String contentType, int start) {
        int semicolon = contentType.indexOf(';', start);
        int end = semicolon < 0 ? contentType.length() : semicolon;
        while (end > start && isBlank(contentType.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private static @Nullable String charsetIn(String contentType) {
        int at = contentType.indexOf(';');
        while (at >= 0) {
            int next = endOfParameter(contentType, at + 1);
            String charset = valueIfCharset(contentType.substring(at + 1, next).strip());
            if (charset != null) {
                return charset;
            }
            at = next < contentType.length() ? next : -1;
        }
        return null;
    }

    /** The next semicolon that is not inside quotes, or the end. */
    private static int endOfParameter(String contentType, int from) {
        boolean quoted = false;
        for (int i = from; i < contentType.length(); i++) {
            char c = contentType.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == ';' && !quoted) {
                return i;
            }
        }
        return contentType.length();
    }

    private static @Nullable String valueIfCharset(String parameter) {
        int equals = parameter.indexOf('=');
        if (equals < 0 || !parameter.substring(0, equals).strip().equalsIgnoreCase("charset")) {
            return null;
        }
        String value = unquoted(parameter.substring(equals + 1).strip());
        return value.isEmpty() ? null : value;
    }

    private static String unquoted(String value) {
        if (value.length() < 2 || value.charAt(0) != '"' || !value.endsWith("\"")) {
            return value;
        }
        return value.substring(1, value.length() - 1).replace("\\", "").strip();
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
