package dev.gatehouse.rewrite.url;

/** Attribute values that hold several references: {@code srcset}, {@code ping}, and the target of a refresh. */
public final class UrlLists {

    private UrlLists() {}

    /** Maps each candidate of a {@code srcset} (HTML standard, 4.8.4.2.2); commas within URLs and descriptors stay. */
    public static boolean srcset(byte[] bytes, int from, int to, LinkMapper mapper, Edits edits) {
        boolean changed = false;
        int at = from;
        while (at < to) {
            while (at < to && (isSpace(bytes[at]) || bytes[at] == ',')) {
                at++;
            }
            int start = at;
            while (at < to && !isSpace(bytes[at])) {
                at++;
            }
            int end = at;
            while (end > start && bytes[end - 1] == ',') {
                end--;
            }
            if (end > start) {
                changed |= mapper.map(bytes, start, end, Notation.HTML, edits);
            }
            if (end == at) {
                at = afterDescriptors(bytes, at, to);
            }
        }
        return changed;
    }

    private static int afterDescriptors(byte[] bytes, int from, int to) {
        int depth = 0;
        for (int at = from; at < to; at++) {
            if (bytes[at] == '(') {
                depth++;
            } else if (bytes[at] == ')') {
                depth = Math.max(0, depth - 1);
            } else if (bytes[at] == ',' && depth == 0) {
                return at + 1;
            }
        }
        return to;
    }

    /** Maps references separated by white space. */
    public static boolean spaced(byte[] bytes, int from, int to, LinkMapper mapper, Edits edits) {
        boolean changed = false;
        int at = from;
        while (at < to) {
            while (at < to && isSpace(bytes[at])) {
                at++;
            }
            int start = at;
            while (at < to && !isSpace(bytes[at])) {
                at++;
            }
            if (at > start) {
                changed |= mapper.map(bytes, start, at, Notation.HTML, edits);
            }
        }
        return changed;
    }

    /** Maps the URL of {@code 5; url=...} (HTML standard, 4.2.5.3), however it is quoted. */
    public static boolean refresh(byte[] bytes, int from, int to, LinkMapper mapper, Edits edits) {
        int at = from;
        while (at < to && (isSpace(bytes[at]) || bytes[at] >= '0' && bytes[at] <= '9' || bytes[at] == '.')) {
            at++;
        }
        while (at < to && (isSpace(bytes[at]) || bytes[at] == ';' || bytes[at] == ',')) {
            at++;
        }
        int afterName = afterUrlWord(bytes, at, to);
        int start = afterName < 0 ? at : afterName;
        while (start < to && isSpace(bytes[start])) {
            start++;
        }
        if (start >= to) {
            return false;
        }
        long first = Notation.HTML.read(bytes, start, to);
        int quote = Notation.character(first);
        if (quote != '"' && quote != '\'') {
            return mapper.map(bytes, start, to, Notation.HTML, edits);
        }
        int inner = Notation.next(first);
        return mapper.map(bytes, inner, closing(bytes, inner, to, quote), Notation.HTML, edits);
    }

    private static int afterUrlWord(byte[] bytes, int from, int to) {
        if (to - from < 4
                || (bytes[from] | 0x20) != 'u'
                || (bytes[from + 1] | 0x20) != 'r'
                || (bytes[from + 2] | 0x20) != 'l') {
            return -1;
        }
        int at = from + 3;
        while (at < to && isSpace(bytes[at])) {
            at++;
        }
        return at < to && bytes[at] == '=' ? at + 1 : -1;
    }

    private static int closing(byte[] bytes, int from, int to, int quote) {
        for (int at = from; at < to; ) {
            long read = Notation.HTML.read(bytes, at, to);
            if (Notation.character(read) == quote) {
                return at;
            }
            at = Notation.next(read);
        }
        return to;
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f';
    }
}
