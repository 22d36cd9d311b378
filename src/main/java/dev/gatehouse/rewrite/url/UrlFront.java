package dev.gatehouse.rewrite.url;

import java.util.Arrays;

/**
 * Reads the beginning of a URL reference as browsers do (URL standard, basic URL parser): space and control characters in
 * front of it and line breaks within it do not count, backslashes are slashes, the host is percent-decoded and in lower
 * case. Positions are those of the bytes as they stand.
 *
 * <p>Threads: one instance is used again and again by one reader.
 */
final class UrlFront {

    /** What kind of reference begins here. */
    enum Kind {
        /** {@code http://host/…} or {@code https://host/…}. */
        ABSOLUTE,
        /** {@code //host/…}. */
        PROTOCOL_RELATIVE,
        /** {@code /path}. */
        ROOT_RELATIVE,
        /** Anything without scheme, authority and leading slash. */
        RELATIVE,
        /** Another scheme, or nothing that can be understood. */
        OTHER
    }

    private static final int END = -1;
    private static final int MAX_HOST = 255;
    private static final byte[] HTTP = {'h', 't', 't', 'p'};

    int schemeStart;
    int schemeEnd;
    boolean isHttps;
    int hostStart;
    int pathStart;
    int port;
    private final char[] host = new char[MAX_HOST];
    private int hostLength;
    private boolean hostIsPlain;

    private byte[] bytes = new byte[0];
    private int end;
    private int at;
    private int after;
    private Notation notation = Notation.PLAIN;

    /** Whether the host just read is {@code expected}, which is in lower case; a trailing dot does not count. */
    boolean isHost(String expected) {
        int length = hostLength > 0 && host[hostLength - 1] == '.' ? hostLength - 1 : hostLength;
        if (!hostIsPlain || length != expected.length() || length == 0) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (host[i] != expected.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    Kind read(byte[] source, int from, int to, Notation writtenIn) {
        bytes = source;
        end = to;
        at = from;
        notation = writtenIn;
        int authority = usualScheme(from);
        if (authority >= 0) {
            schemeStart = from;
            at = authority;
            return authority() ? Kind.ABSOLUTE : Kind.OTHER;
        }
        int c = peek();
        while (c != END && c <= ' ') {
            at = after;
            c = peek();
        }
        schemeStart = at;
        pathStart = at;
        if (isSlash(c)) {
            at = after;
            if (!isSlash(peekPastBreaks())) {
                return Kind.ROOT_RELATIVE;
            }
            at = after;
            return authority() ? Kind.PROTOCOL_RELATIVE : Kind.OTHER;
        }
        return isLetter(c) ? scheme() : Kind.RELATIVE;
    }

    /** Where a host begins behind {@code http://} or {@code https://} written in the usual way; -1 where it does not. */
    private int usualScheme(int from) {
        if (end - from < 9 || !Arrays.equals(bytes, from, from + HTTP.length, HTTP, 0, HTTP.length)) {
            return -1;
        }
        int colon = bytes[from + 4] == 's' ? from + 5 : from + 4;
        if (bytes[colon] != ':' || bytes[colon + 1] != '/' || bytes[colon + 2] != '/') {
            return -1;
        }
        isHttps = colon == from + 5;
        schemeEnd = colon;
        return colon + 3 < end && isUsualInHost(bytes[colon + 3]) ? colon + 3 : -1;
    }

    private static boolean isUsualInHost(byte b) {
        return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '.' || b == '-';
    }

    private Kind scheme() {
        int length = 0;
        boolean web = true;
        int c = peekPastBreaks();
        while (isLetter(c) || length > 0 && isSchemeCharacter(c)) {
            web = web && length < 5 && (c | 0x20) == "https".charAt(length);
            length++;
            at = after;
            c = peekPastBreaks();
        }
        if (c != ':') {
            return Kind.RELATIVE;
        }
        schemeEnd = at;
        at = after;
        isHttps = length == 5;
        if (!web || length < 4) {
            return Kind.OTHER;
        }
        int slashes = 0;
        while (isSlash(peekPastBreaks())) {
            slashes++;
            at = after;
        }
        return slashes >= 2 && authority() ? Kind.ABSOLUTE : Kind.OTHER;
    }

    /** Reads user information, host and port; false where there is no host. */
    private boolean authority() {
        startHost();
        boolean bracketed = false;
        int colon = END;
        while (at < end && hostLength < MAX_HOST && isUsualInHost(bytes[at])) {
            host[hostLength++] = (char) bytes[at++];
        }
        int c = peekPastBreaks();
        while (c != END && !isSlash(c) && c != '?' && c != '#') {
            if (c == '@') {
                at = after;
                startHost();
                colon = END;
            } else {
                bracketed = c == '[' || bracketed && c != ']';
                if (c == ':' && !bracketed) {
                    colon = hostLength;
                }
                at = after;
                append(c);
            }
            c = peekPastBreaks();
        }
        pathStart = at;
        readPort(colon);
        return hostLength > 0;
    }

    private void startHost() {
        peekPastBreaks();
        hostStart = at;
        hostLength = 0;
        hostIsPlain = true;
    }

    private void append(int c) {
        if (c > 0x7e || c <= ' ' || hostLength == MAX_HOST) {
            hostIsPlain = false;
            return;
        }
        host[hostLength++] = (char) (c >= 'A' && c <= 'Z' ? c | 0x20 : c);
        if (hostLength >= 3 && host[hostLength - 3] == '%') {
            decodePercent();
        }
    }

    private void decodePercent() {
        int high = Character.digit(host[hostLength - 2], 16);
        int low = Character.digit(host[hostLength - 1], 16);
        if (high >= 0 && low >= 0) {
            int value = high * 16 + low;
            hostLength -= 3;
            if (value == '%') {
                hostIsPlain = false; // what was decoded once is not decoded again
            } else {
                append(value);
            }
        }
    }

    private void readPort(int colon) {
        port = -1;
        if (colon < 0) {
            return;
        }
        int value = 0;
        for (int i = colon + 1; i < hostLength; i++) {
            int digit = host[i] - '0';
            if (digit < 0 || digit > 9 || value > 65535) {
                hostIsPlain = false;
                return;
            }
            value = value * 10 + digit;
        }
        port = hostLength == colon + 1 ? -1 : value;
        hostLength = colon;
    }

    /** The next character, line breaks and tabs passed over; {@code after} is the position behind it. */
    private int peekPastBreaks() {
        int c = peek();
        while (c == '\t' || c == '\n' || c == '\r') {
            at = after;
            c = peek();
        }
        return c;
    }

    private int peek() {
        if (at >= end) {
            after = end;
            return END;
        }
        byte b = bytes[at];
        if (b > '&') { // means itself wherever it stands
            after = at + 1;
            return b;
        }
        long read = notation.read(bytes, at, end);
        after = Notation.next(read);
        return Notation.character(read);
    }

    private static boolean isSlash(int c) {
        return c == '/' || c == '\\';
    }

    private static boolean isLetter(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isSchemeCharacter(int c) {
        return c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.';
    }
}
