package dev.gatehouse.rewrite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** Resolving relative references against a path (RFC 3986, section 5.2). */
final class Paths {

    private Paths() {}

    /** The absolute path, with query and fragment, that {@code reference} means on a page at {@code base}. */
    static String resolve(String base, String reference) {
        int end = pathEnd(reference);
        String directory = base.substring(0, base.lastIndexOf('/') + 1);
        return removeDots(directory + reference.substring(0, end)) + reference.substring(end);
    }

    /** Whether {@code reference}, on a page at {@code page}, leads above the root, be it only for a moment. */
    static boolean climbs(String page, String reference) {
        int depth = 0;
        for (int i = 1; i < page.length(); i++) {
            depth += page.charAt(i) == '/' ? 1 : 0;
        }
        String path = reference.substring(0, pathEnd(reference));
        for (int start = 0; start <= path.length(); ) {
            int slash = path.indexOf('/', start);
            int end = slash < 0 ? path.length() : slash;
            if (isUp(path, start, end)) {
                depth--;
            } else if (slash >= 0 && !isSame(path, start, end)) {
                depth++;
            }
            if (depth < 0) {
                return true;
            }
            start = end + 1;
        }
        return false;
    }

    private static boolean isUp(String path, int start, int end) {
        String segment = path.substring(start, end);
        return segment.length() <= 6 && dots(segment).equals("..");
    }

    private static boolean isSame(String path, int start, int end) {
        String segment = path.substring(start, end);
        return segment.length() <= 3 && dots(segment).equals(".");
    }

    /** A segment with encoded dots decoded; browsers take both spellings alike. */
    private static String dots(String segment) {
        return segment.indexOf('%') < 0 ? segment : segment.replace("%2e", ".").replace("%2E", ".");
    }

    /** A port number; -1 for anything else. */
    static int port(String digits) {
        if (digits.isEmpty() || digits.length() > 5) {
            return -1;
        }
        int port = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            port = port * 10 + digit;
        }
        return port;
    }

    private static int pathEnd(String reference) {
        for (int i = 0; i < reference.length(); i++) {
            char c = reference.charAt(i);
            if (c == '?' || c == '#') {
                return i;
            }
        }
        return reference.length();
    }

    private static String removeDots(String path) {
        Deque<String> kept = new ArrayDeque<>();
        String[] segments = path.split("/", -1);
        for (int i = 1; i < segments.length; i++) {
            boolean last = i == segments.length - 1;
            if (dots(segments[i]).equals("..")) {
                kept.pollLast();
            } else if (!dots(segments[i]).equals(".")) {
                kept.addLast(segments[i]);
                continue;
            }
            if (last) {
                kept.addLast(""); // a dot segment at the end names the directory
            }
        }
        StringBuilder joined = new StringBuilder();
        for (Iterator<String> each = kept.iterator(); each.hasNext(); ) {
            joined.append('/').append(each.next());
        }
        return joined.length() == 0 ? "/" : joined.toString();
    }
}
