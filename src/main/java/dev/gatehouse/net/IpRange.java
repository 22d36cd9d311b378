package dev.gatehouse.net;

import org.jspecify.annotations.Nullable;

/**
 * One address or one block of addresses (CIDR). An IPv4 range holds the IPv4-mapped IPv6 forms of its addresses too; an
 * IPv6 range holds no IPv4 address in any form.
 *
 * @param base         the first address of the block: bits beyond the prefix are zero; never a mapped address
 * @param prefixLength how many leading bits are fixed: 0 to 32 for IPv4, 0 to 128 for IPv6
 */
public record IpRange(IpAddress base, int prefixLength) {

    /** Clears the bits beyond the prefix. */
    public IpRange {
        int most = base.isV4() ? 32 : 128;
        if (prefixLength < 0 || prefixLength > most) {
            throw new IllegalArgumentException("prefix length " + prefixLength + " (expected: 0 to " + most + ")");
        }
        base = masked(base, prefixLength);
    }

    /**
     * Reads {@code 192.0.2.1}, {@code 10.0.0.0/8} or {@code 2001:db8::/32}. Bits beyond the prefix may be set and do not
     * count: {@code 10.1.2.3/8} is {@code 10.0.0.0/8}, as operators mean it who copy the address of an interface. A
     * range of mapped addresses is the IPv4 range that it maps.
     *
     * @return null where the address is not in standard notation or the length is no plain number within bounds
     */
    public static @Nullable IpRange parse(String text) {
        int slash = text.indexOf('/');
        IpAddress address = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
        if (address == null) {
            return null;
        }
        int most = address.isV4() ? 32 : 128;
        int length = slash < 0 ? most : AddressText.decimal(text, slash + 1, text.length(), most);
        return length < 0 ? null : of(address, length);
    }

    private static IpRange of(IpAddress address, int length) {
        boolean mapped = !address.equals(address.unmapped());
        return mapped && length >= 96 ? new IpRange(address.unmapped(), length - 96) : new IpRange(address, length);
    }

    /** Whether {@code address} is in this block. */
    public boolean contains(IpAddress address) {
        IpAddress plain = address.unmapped();
        return plain.isV4() == base.isV4() && masked(plain, prefixLength).equals(base);
    }

    private static IpAddress masked(IpAddress address, int length) {
        if (address.isV4()) {
            return IpAddress.v4(address.low() & mask(length + 32));
        }
        return IpAddress.v6(
                address.high() & mask(Math.min(length, 64)), address.low() & mask(Math.max(length - 64, 0)));
    }

    /** The upper {@code ones} bits of 64 set. */
    private static long mask(int ones) {
        return ones == 0 ? 0 : -1L << (64 - ones);
    }

    /** The block in CIDR notation, length always written out. */
    @Override
    public String toString() {
        return base + "/" + prefixLength;
    }
}
