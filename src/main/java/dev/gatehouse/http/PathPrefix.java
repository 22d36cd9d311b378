package dev.gatehouse.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path prefix as an operator writes it. It holds on segment boundaries: {@code /api} is a prefix of {@code /api} and
 * {@code /api/x}, not of {@code /apix}. {@code /x}, {@code /x/} and {@code /x/*} mean the same; {@code /} is a prefix of
 * every path.
 *
 * <p>Immutable. Two prefixes are equal when they hold for the same paths.
 */
public final class PathPrefix {

    /** The prefix of everything. */
    public static final PathPrefix ROOT = new PathPrefix("/", List.of());

    private static final String NEVER_IN_A_PREFIX = "?#*\\";

    private final String text;
    private final List<String> segments;

    private PathPrefix(String text, List<String> segments) {
        this.text = text;
        this.segments = segments;
    }

    /**
     * Reads a prefix.
     *
     * @return null where {@code written} does not begin with a slash, has an empty or dot segment, or has a character
     *     that no request path can have or that would promise more than a prefix: space, control, {@code ? # \}, and
     *     {@code *} anywhere but in a final {@code /*}
     */
    public static @Nullable PathPrefix parse(String written) {
        String text = withoutEnding(written);
        if (text.equals("")) {
            return written.isEmpty() ? null : ROOT;
        }
        if (text.charAt(0) != '/' || hasForbiddenCharacter(text)) {
            return null;
        }
        List<String> segments = new ArrayList<>();
        for (int start = 1; start <= text.length(); ) {
            int end = PathSegments.end(text, start);
            if (end == start || PathSegments.isDots(text, start, end)) {
                return null;
            }
            segments.add(comparable(text.substring(start, end)));
            start = end + 1;
        }
        return new PathPrefix(text, List.copyOf(segments));
    }

    /** The prefix as written, without a final {@code /} or {@code /*}; just {@code /} for the prefix of everything. */
    public String text() {
        return text;
    }

    /**
     * The segments that a path must begin with, percent-decoded; none for the prefix of everything. A segment whose
     * decoded form would no longer be one segment ({@code a%2fb}) stays as it is written.
     */
    public List<String> segments() {
        return segments;
    }

    /** Whether {@code path}, taken literally, is at or below this prefix. {@link RequestPath} knows its spellings. */
    public boolean holds(String path) {
        return end(path) >= 0;
    }

    /** Where this prefix ends in {@code path}, taken literally; -1 where {@code path} is not at or below it. */
    int end(String path) {
        int at = 0;
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            int end = at + 1 + segment.length();
            boolean begins = at < path.length() && path.charAt(at) == '/' && path.startsWith(segment, at + 1);
            if (!begins || (end < path.length() && path.charAt(end) != '/')) {
                return -1;
            }
            at = end;
        }
        return at;
    }

    private static String withoutEnding(String written) {
        if (written.endsWith("/*")) {
            return written.substring(0, written.length() - 2);
        }
        return written.endsWith("/") ? written.substring(0, written.length() - 1) : written;
    }

    private static boolean hasForbiddenCharacter(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == 0x7f || NEVER_IN_A_PREFIX.indexOf(c) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static String comparable(String segment) {
        String decoded = PercentEncoding.decodePath(segment);
        boolean oneSegment = decoded.indexOf('/') < 0
                && decoded.indexOf(';') < 0
                && decoded.indexOf('%') < 0
                && decoded.chars().noneMatch(c -> c < ' ' || NEVER_IN_A_PREFIX.indexOf(c) >= 0)
                && !PathSegments.isDots(decoded, 0, decoded.length());
        return oneSegment ? decoded : segment;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PathPrefix prefix && segments.equals(prefix.segments);
    }

    @Override
    public int hashCode() {
        return segments.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
