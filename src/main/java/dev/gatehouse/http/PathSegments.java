package dev.gatehouse.http;

/** Where the segments of a path lie, and which of them are steps rather than names. */
final class PathSegments {

    private PathSegments() {}

    /** The end of the segment that begins at {@code start}: the next slash, or the end of the path. */
    static int end(String path, int start) {
        int slash = path.indexOf('/', start);
        return slash < 0 ? path.length() : slash;
    }

    /** Whether the segment is {@code .} or {@code ..}. */
    static boolean isDots(String path, int start, int end) {
        return isDot(path, start, end) || isDotDot(path, start, end);
    }

    static boolean isDot(String path, int start, int end) {
        return end - start == 1 && path.charAt(start) == '.';
    }

    static boolean isDotDot(String path, int start, int end) {
        return end - start == 2 && path.charAt(start) == '.' && path.charAt(start + 1) == '.';
    }
}
