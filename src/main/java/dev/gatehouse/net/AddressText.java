package dev.gatehouse.net;

import org.jspecify.annotations.Nullable;

/** Reads and writes the standard notations of addresses, strictly. */
final class AddressText {

    private static final int GROUPS = 8;

    private AddressText() {}

    /** Four decimal numbers from {@code start} to the end of {@code text}, or null. */
    static @Nullable IpAddress v4(String text, int start) {
        long bits = 0;
        int at = start;
        for (int part = 0; part < 4; part++) {
            int end = part < 3 ? text.indexOf('.', at) : text.length();
            int octet = end < 0 ? -1 : decimal(text, at, end, 255);
            if (octet < 0) {
                return null;
            }
            bits = (bits << 8) | octet;
            at = end + 1;
        }
        return IpAddress.v4(bits);
    }

    /**
     * A decimal number without sign and without leading zeros.
     *
     * @return -1 where the text is no such number or above {@code most}
     */
    static int decimal(String text, int start, int end, int most) {
        if (start >= end || end - start > 5 || (text.charAt(start) == '0' && end - start > 1)) {
            return -1;
        }
        int value = 0;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = value * 10 + (c - '0');
        }
        return value <= most ? value : -1;
    }

    /** RFC 4291, section 2.2: eight groups, at most one gap, an IPv4 tail allowed; or null. */
    static @Nullable IpAddress v6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            int[] all = new int[GROUPS];
            return groups(text, 0, text.length(), all) == GROUPS ? joined(all) : null;
        }
        int[] before = new int[GROUPS];
        int[] after = new int[GROUPS];
        int head = gap == 0 ? 0 : groups(text, 0, gap, before);
        int tail = gap + 2 == text.length() ? 0 : groups(text, gap + 2, text.length(), after);
        boolean tailInHead = text.lastIndexOf('.', gap) >= 0;
        if (head < 0 || tail < 0 || head + tail >= GROUPS || tailInHead) {
            return null; // a gap stands for one group at least
        }
        System.arraycopy(after, 0, before, GROUPS - tail, tail);
        return joined(before);
    }

    /** Reads groups between colons into {@code into}; returns how many, or -1 where the text is malformed. */
    private static int groups(String text, int start, int end, int[] into) {
        int count = 0;
        int at = start;
        while (at <= end) {
            int colon = text.indexOf(':', at);
            int stop = colon < 0 || colon > end ? end : colon;
            if (stop == end && text.indexOf('.', at) >= 0 && end == text.length()) {
                return withTail(text, at, into, count);
            }
            int group = count < GROUPS ? hex(text, at, stop) : -1;
            if (group < 0) {
                return -1;
            }
            into[count++] = group;
            at = stop + 1;
        }
        return count;
    }

    private static int withTail(String text, int at, int[] into, int count) {
        IpAddress tail = count <= GROUPS - 2 ? v4(text, at) : null;
        if (tail == null) {
            return -1;
        }
        into[count] = (int) (tail.low() >>> 16);
        into[count + 1] = (int) (tail.low() & 0xffff);
        return count + 2;
    }

    private static int hex(String text, int start, int end) {
        if (start >= end || end - start > 4) {
            return -1;
        }
        int value = 0;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = (value << 4) | digit;
        }
        return value;
    }

    private static IpAddress joined(int[] groups) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < 4; i++) {
            high = (high << 16) | groups[i];
            low = (low << 16) | groups[i + 4];
        }
        return IpAddress.v6(high, low);
    }

    static String write4(long bits) {
        return (bits >>> 24) + "." + ((bits >>> 16) & 0xff) + "." + ((bits >>> 8) & 0xff) + "." + (bits & 0xff);
    }

    static String write6(long high, long low) {
        if (high == 0 && low >>> 32 == 0xffff) {
            return "::ffff:" + write4(low & 0xffff_ffffL); // RFC 5952, section 5
        }
        int gap = longestRun(high, low);
        int gapEnd = gap < 0 ? -1 : gap + runAt(high, low, gap);
        StringBuilder text = new StringBuilder(39);
        for (int i = 0; i < GROUPS; i++) {
            if (i == gap) {
                text.append("::");
            }
            if (i >= gap && i < gapEnd) {
                continue;
            }
            if (i > 0 && i != gapEnd) {
                text.append(':');
            }
            text.append(Integer.toHexString(group(high, low, i)));
        }
        return text.toString();
    }

    /** The first of the longest runs of two or more zero groups; -1 where there is none. */
    private static int longestRun(long high, long low) {
        int best = -1;
        int bestLength = 1; // one zero group alone is not shortened
        for (int i = 0; i < GROUPS; i++) {
            int length = runAt(high, low, i);
            if (length > bestLength) {
                best = i;
                bestLength = length;
            }
        }
        return best;
    }

    private static int runAt(long high, long low, int start) {
        int end = start;
        while (end < GROUPS && group(high, low, end) == 0) {
            end++;
        }
        return end - start;
    }

    private static int group(long high, long low, int index) {
        long half = index < 4 ? high : low;
        return (int) (half >>> (48 - 16 * (index & 3))) & 0xffff;
    }
}
