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
            if (segments[i].equals("..")) {
                kept.pollLast();
            } else if (!segments[i].equals(".")) {
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
