package dev.gatehouse.http;

import org.jspecify.annotations.Nullable;

/**
 * A path prefix on segment boundaries.
 *
 * @param text the prefix without a closing slash; {@code /} for everything
 */
public record PathPrefix(String text) {

    /** Reads {@code /x}, {@code /x/} or {@code /x/*}; null where it does not begin with a slash. */
    public static @Nullable PathPrefix parse(String written) {
        if (!written.startsWith("/")) {
            return null;
        }
        String text = written.endsWith("/*") ? written.substring(0, written.length() - 1) : written;
        return new PathPrefix(text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    }
}
