package dev.gatehouse.http;

/**
 * Follows a path segment by segment and knows at each step how deep it is and how much of a prefix it is in.
 *
 * <p>Confined to one call.
 */
final class PrefixWalk {

    private final PathPrefix prefix;
    private int depth;
    private int matched; // leading segments of the current place that are those of the prefix
    private boolean climbed;

    PrefixWalk(PathPrefix prefix) {
        this.prefix = prefix;
    }

    /** Whether a {@code ..} of {@code path}, taken literally, leads out of the prefix or above the root. */
    boolean stepsOut(String path) {
        for (int start = 1; start <= path.length(); ) {
            int end = PathSegments.end(path, start);
            boolean inside = isInside();
            step(path, start, end);
            if (climbed || (inside && !isInside())) {
                return true;
            }
            start = end + 1;
        }
        return false;
    }

    /**
     * Where the first literal segment of {@code path} ends with which the prefix is reached exactly, each segment being
     * read with all its escapes decoded and without parameters; -1 where there is none.
     */
    int literalEnd(String path) {
        for (int start = 1; start <= path.length(); ) {
            int end = PathSegments.end(path, start);
            stepAsRead(path.substring(start, end));
            if (isInside() && depth == prefix.segments().size()) {
                return end;
            }
            start = end + 1;
        }
        return -1;
    }

    private boolean isInside() {
        return matched == prefix.segments().size();
    }

    private void stepAsRead(String literal) {
        String read = fullyRead(literal);
        for (int start = 0; start <= read.length(); ) {
            int end = PathSegments.end(read, start);
            if (end > start) { // slashes in a row are one
                step(read, start, end);
            }
            start = end + 1;
        }
    }

    private void step(String path, int start, int end) {
        if (PathSegments.isDot(path, start, end)) {
            return;
        }
        if (PathSegments.isDotDot(path, start, end)) {
            climbed |= depth == 0;
            depth = Math.max(0, depth - 1);
            matched = Math.min(matched, depth);
            return;
        }
        if (matched == depth && depth < prefix.segments().size() && isNext(path, start, end)) {
            matched++;
        }
        depth++;
    }

    private boolean isNext(String path, int start, int end) {
        String wanted = prefix.segments().get(depth);
        return wanted.length() == end - start && path.startsWith(wanted, start);
    }

    /** A literal segment as its most generous reader would see it; it may hold slashes afterwards. */
    private static String fullyRead(String literal) {
        String read = literal;
        for (int round = 0; round < Spellings.MOST; round++) {
            String next = Spellings.withoutParameters(PercentEncoding.decodePath(read.replace('\\', '/')));
            if (next.equals(read)) {
                break;
            }
            read = next;
        }
        return read;
    }
}
