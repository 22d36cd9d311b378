package dev.gatehouse.rewrite.text;

import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.rewrite.url.LinkMapper;
import dev.gatehouse.rewrite.url.Notation;
import dev.gatehouse.rewrite.url.Passthrough;

/**
 * Maps URLs found in text that is not markup, such as scripts and JSON: {@code http://host}, {@code https://host} and
 * {@code //host}, also with slashes escaped as JSON may have them. Nothing without a host is touched.
 *
 * <p>Threads: confined to one response.
 */
public final class LinkFilter extends WindowFilter {

    /** How far a URL is looked into: scheme, host and port, and a base path. */
    private static final int MAX_FRONT = 8 + 253 + 6 + 1024;

    private final LinkMapper mapper;
    private final Passthrough passthrough = new Passthrough();

    /** A filter that maps with {@code mapper}. */
    public LinkFilter(LinkMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    int settle(ByteQueue out, boolean isLast) {
        passthrough.into(out);
        passthrough.begin(work, 0);
        for (int at = 0; at < length; at++) {
            if (work[at] != '/') {
                continue;
            }
            int second = at + 1 < length && work[at + 1] == '\\' ? at + 2 : at + 1;
            if (second >= length) {
                if (!isLast) {
                    return copyTo(schemeStart(at, passthrough.copied()));
                }
                break;
            }
            if (work[second] != '/') {
                continue;
            }
            int start = schemeStart(at, passthrough.copied());
            int end = end(second + 1);
            if (end == length && !isLast && end - start < MAX_FRONT) {
                return copyTo(start);
            }
            mapper.map(work, start, end, Notation.PLAIN, passthrough);
            at = Math.max(second, passthrough.copied() - 1);
        }
        int copied = passthrough.copied();
        return copyTo(isLast ? length : Math.max(copied, possibleScheme(copied)));
    }

    private int copyTo(int to) {
        passthrough.copyTo(to);
        return to;
    }

    /** Where the scheme in front of the slashes at {@code at} begins; at the first slash where there is none. */
    private int schemeStart(int at, int floor) {
        int slash = at > floor && work[at - 1] == '\\' ? at - 1 : at;
        for (String scheme : new String[] {"https:", "http:"}) {
            int start = slash - scheme.length();
            if (start >= floor && matches(start, scheme)) {
                return start;
            }
        }
        return slash;
    }

    private boolean matches(int start, String scheme) {
        for (int i = 0; i < scheme.length(); i++) {
            int b = work[start + i];
            if ((b >= 'A' && b <= 'Z' ? b | 0x20 : b) != scheme.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The end of a URL that begins with a host at {@code from}, as far as it matters. */
    private int end(int from) {
        int at = from;
        while (at < length && at - from < MAX_FRONT && isUrlByte(work[at])) {
            at++;
        }
        return at;
    }

    private static boolean isUrlByte(byte b) {
        return b > ' ' && b != '"' && b != '\'' && b != '<' && b != '>' && b != '`' && b != ')' && b != ',' && b != ';';
    }

    /** Where the last bytes may be the beginning of {@code https:/}, or of its slashes. */
    private int possibleScheme(int floor) {
        int longest = Math.min(length - floor, 8);
        for (int held = longest; held > 0; held--) {
            if (isBeginning(length - held, held)) {
                return length - held;
            }
        }
        return length;
    }

    private boolean isBeginning(int start, int held) {
        for (String whole : new String[] {"https:\\", "http:\\", "\\"}) {
            if (held <= whole.length() && matches(start, whole.substring(0, held))) {
                return true;
            }
        }
        return false;
    }
}
