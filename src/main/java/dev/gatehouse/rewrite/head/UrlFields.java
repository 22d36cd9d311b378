package dev.gatehouse.rewrite.head;

import dev.gatehouse.rewrite.Mount;
import java.util.Locale;

/** Fields that hold URLs within other text: {@code Refresh} and {@code Link}. Only the URLs change. */
final class UrlFields {

    private UrlFields() {}

    /** Maps the URL of {@code n; url=...}; the delay and the spelling around the URL stay. */
    static String refresh(String value, Mount mount, String upstreamPath) {
        int mark = value.toLowerCase(Locale.ROOT).indexOf("url");
        int equals = mark < 0 ? -1 : value.indexOf('=', mark);
        if (equals < 0 || !value.substring(mark + 3, equals).isBlank()) {
            return value;
        }
        int start = equals + 1;
        while (start < value.length() && isOpening(value.charAt(start))) {
            start++;
        }
        int end = urlEnd(value, start);
        String url = value.substring(start, end);
        String mapped = mount.map(url, upstreamPath);
        return mapped.equals(url) ? value : value.substring(0, start) + mapped + value.substring(end);
    }

    private static boolean isOpening(char c) {
        return c == ' ' || c == '\t' || c == '"' || c == '\'';
    }

    private static int urlEnd(String value, int start) {
        boolean quoted = start > 0 && (value.charAt(start - 1) == '"' || value.charAt(start - 1) == '\'');
        int end = value.length();
        if (quoted) {
            int close = value.indexOf(value.charAt(start - 1), start);
            return close < 0 ? end : close;
        }
        while (end > start && value.charAt(end - 1) <= ' ') {
            end--;
        }
        return end;
    }

    /** Maps each {@code <url>} of a {@code Link} value (RFC 8288, section 3); parameters stay. */
    static String link(String value, Mount mount, String upstreamPath) {
        StringBuilder mapped = null;
        int copied = 0;
        boolean quoted = false;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == '<' && !quoted) {
                int close = value.indexOf('>', i);
                if (close < 0) {
                    break;
                }
                String url = value.substring(i + 1, close);
                String changed = mount.map(url, upstreamPath);
                if (!changed.equals(url)) {
                    mapped = mapped == null ? new StringBuilder(value.length() + 32) : mapped;
                    mapped.append(value, copied, i + 1).append(changed);
                    copied = close;
                }
                i = close;
            }
        }
        return mapped == null
                ? value
                : mapped.append(value, copied, value.length()).toString();
    }
}
