package dev.gatehouse.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * An IPv4 or IPv6 address. An IPv4 address and the IPv6 address that embeds it are two different values;
 * {@link #unmapped()} makes them one.
 *
 * <p>Immutable. Ordered: IPv4 before IPv6, then by number.
 */
public final class IpAddress implements Comparable<IpAddress> {

    private static final long MAPPED = 0xffffL; // ::ffff:0:0/96, seen in bits 32 to 63 of the lower half
    private static final long NAT64 = 0x0064_ff9b_0000_0000L; // 64:ff9b::/96
    private static final long SIX_TO_FOUR = 0x2002L; // 2002::/16

    private final boolean v4;
    private final long high;
    private final long low;

    private IpAddress(boolean v4, long high, long low) {
        this.v4 = v4;
        this.high = high;
        this.low = low;
    }

    static IpAddress v4(long bits) {
        return new IpAddress(true, 0, bits & 0xffff_ffffL);
    }

    static IpAddress v6(long high, long low) {
        return new IpAddress(false, high, low);
    }

    /**
     * Reads {@code 192.0.2.1} or {@code 2001:db8::1}, in the standard notations only: four decimal numbers without
     * leading zeros; RFC 4291 text, letters in any case, with an IPv4 tail if need be.
     *
     * @return null for anything else: short or hexadecimal IPv4, brackets, a zone, a port, a prefix length, space
     */
    public static @Nullable IpAddress parse(String text) {
        return text.indexOf(':') < 0 ? AddressText.v4(text, 0) : AddressText.v6(text);
    }

    /**
     * Reads the host part of a URL or {@code Host} field when it is an address: {@code 192.0.2.1} or
     * {@code [2001:db8::1]}.
     *
     * @return null where it is a name, or malformed; an IPv6 address without brackets is malformed here
     */
    public static @Nullable IpAddress parseHost(String host) {
        if (host.length() > 2 && host.charAt(0) == '[' && host.charAt(host.length() - 1) == ']') {
            return AddressText.v6(host.substring(1, host.length() - 1));
        }
        return AddressText.v4(host, 0);
    }

    /** The address as the platform knows it; a zone is dropped. */
    public static IpAddress of(InetAddress address) {
        byte[] bytes = address.getAddress();
        long high = 0;
        long low = 0;
        for (byte b : bytes) {
            high = (high << 8) | (low >>> 56);
            low = (low << 8) | (b & 0xff);
        }
        return bytes.length == 4 ? v4(low) : v6(high, low);
    }

    /** Whether this is an IPv4 address proper, not one embedded in IPv6. */
    public boolean isV4() {
        return v4;
    }

    /** The IPv4 address for {@code ::ffff:a.b.c.d}; any other address unchanged. */
    public IpAddress unmapped() {
        return isMapped() ? v4(low) : this;
    }

    /**
     * The IPv4 address that traffic to this IPv6 address ends up at: mapped ({@code ::ffff:0:0/96}), translated
     * ({@code 64:ff9b::/96}, RFC 6052) or tunnelled ({@code 2002::/16}, RFC 3056).
     *
     * @return null where none is embedded, and for an IPv4 address
     */
    public @Nullable IpAddress embeddedV4() {
        if (isMapped() || (!v4 && high == NAT64 && low >>> 32 == 0)) {
            return v4(low);
        }
        return !v4 && high >>> 48 == SIX_TO_FOUR ? v4(high >>> 16) : null;
    }

    /**
     * The address with its lower 64 bits cleared for IPv6, unchanged for IPv4: the network that one customer is given
     * (RFC 6177), all of whose addresses one caller can use in turn.
     */
    public IpAddress customerNetwork() {
        return v4 || low == 0 ? this : v6(high, 0);
    }

    /** The same address as the platform knows it. */
    public InetAddress toInetAddress() {
        byte[] bytes = new byte[v4 ? 4 : 16];
        for (int i = 0; i < bytes.length; i++) {
            int fromRight = bytes.length - 1 - i;
            bytes[i] = (byte) ((fromRight < 8 ? low : high) >>> (8 * (fromRight & 7)));
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException wrongLength) {
            throw new IllegalStateException(wrongLength); // it is 4 or 16, and nothing is looked up
        }
    }

    private boolean isMapped() {
        return !v4 && high == 0 && low >>> 32 == MAPPED;
    }

    /** The upper 64 bits; 0 for IPv4. */
    long high() {
        return high;
    }

    /** The lower 64 bits; the whole number for IPv4. */
    long low() {
        return low;
    }

    @Override
    public int compareTo(IpAddress other) {
        if (v4 != other.v4) {
            return v4 ? -1 : 1;
        }
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IpAddress address && compareTo(address) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high) * 31 + Long.hashCode(low) + (v4 ? 1 : 0);
    }

    /** The canonical text: dotted decimal, or RFC 5952 (lower case, the longest run of zeros shortened). */
    @Override
    public String toString() {
        return v4 ? AddressText.write4(low) : AddressText.write6(high, low);
    }
}
