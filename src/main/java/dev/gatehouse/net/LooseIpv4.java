package dev.gatehouse.net;

import org.jspecify.annotations.Nullable;

/**
 * IPv4 addresses in every spelling that URL parsers and C libraries understand: one to four parts, each decimal, octal
 * ({@code 0177}) or hexadecimal ({@code 0x7f}), the last part filling what is left (WHATWG URL, IPv4 parser). For
 * screening only; nothing is ever dialled by such a spelling.
 */
final class LooseIpv4 {

    private static final int MOST_PARTS = 4;

    private LooseIpv4() {}

    /** Whether {@code host} must be an address, well-formed or not, because its last part is a number. */
    static boolean isMeant(String host) {
        String last = host.substring(host.lastIndexOf('.') + 1);
        return !last.isEmpty() && (isAllDigits(last) || number(last) >= 0);
    }

    /** The address, or null where the parts are no numbers, too many or too large. */
    static @Nullable IpAddress parse(String host) {
        String[] parts = host.split("\\.", -1);
        if (parts.length > MOST_PARTS) {
            return null;
        }
        long bits = 0;
        for (int i = 0; i < parts.length; i++) {
            boolean isLast = i == parts.length - 1;
            int width = isLast ? 8 * (MOST_PARTS - i) : 8;
            long part = number(parts[i]);
            if (part < 0 || part >>> width != 0) {
                return null;
            }
            bits = (bits << width) | part;
        }
        return IpAddress.v4(bits);
    }

    /** A number in any of the three bases; -1 where it is none, and a number above 32 bits where it is too large. */
    private static long number(String part) {
        int radix = part.startsWith("0x") ? 16 : part.length() > 1 && part.charAt(0) == '0' ? 8 : 10;
        long value = 0;
        int start = radix == 16 ? 2 : 0;
        for (int i = start; i < part.length(); i++) {
            int digit = part.charAt(i) < 0x80 ? Character.digit(part.charAt(i), radix) : -1;
            if (digit < 0) {
                return -1;
            }
            value = Math.min(value * radix + digit, 1L << 40);
        }
        return part.isEmpty() ? -1 : value;
    }

    private static boolean isAllDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
