package dev.gatehouse.rewrite.html;

import java.nio.charset.StandardCharsets;

/**
 * Looks for {@code </noscript} and what must follow it, whatever else it stands in: a browser that runs scripts takes
 * everything up to there for text.
 */
final class NoscriptEnd {

    private static final byte[] NAME = "</noscript".getBytes(StandardCharsets.US_ASCII);

    private int matched;
    private boolean isFound;

    void reset() {
        matched = 0;
        isFound = false;
    }

    /** Whether the last {@link #find} found it. */
    boolean isFound() {
        return isFound;
    }

    /** The position behind the name; {@code end} where it has not come yet. */
    int find(byte[] bytes, int from, int end) {
        isFound = false;
        for (int at = from; at < end; at++) {
            if (matched == NAME.length && Scan.is(bytes[at], Scan.ENDS_TAG_NAME)) {
                isFound = true;
                matched = 0;
                return at;
            }
            boolean fits = matched < NAME.length && Scan.lower(bytes[at]) == NAME[matched];
            matched = fits ? matched + 1 : bytes[at] == '<' ? 1 : 0;
        }
        return end;
    }
}
