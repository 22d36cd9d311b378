package dev.gatehouse.net;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells which hosts an upstream may not be at unless its route says so: the proxy's own machine, private networks, the
 * services clouds keep there, and what is no place at all.
 *
 * <p>Names are judged by their spelling only. What a name resolves to must be judged again, address by address, when a
 * connection is made.
 */
public final class PrivateAddresses {

    private static final Set<String> OWN_MACHINE = Set.of(
            "localhost",
            "localhost.localdomain",
            "localhost6",
            "localhost6.localdomain6",
            "ip6-localhost",
            "ip6-loopback");

    private static final Set<String> METADATA_NAMES = Set.of(
            "metadata",
            "metadata.google.internal",
            "metadata.goog",
            "metadata.azure.internal",
            "instance-data",
            "instance-data.ec2.internal");

    /** Where clouds answer questions about the machine: the reason for most attacks of this kind. */
    private static final IpRanges METADATA = ranges(
            "169.254.0.0/16",
            "fe80::/10",
            "fd00:ec2::254", // AWS
            "100.100.100.200", // Alibaba
            "168.63.129.16", // Azure, a public address by its number
            "192.0.0.192"); // Oracle

    private static final IpRanges REFUSED = ranges(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "168.63.129.16",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "224.0.0.0/3", // multicast, reserved, broadcast
            "::/96", // unspecified, loopback, the retired IPv4-compatible form
            "64:ff9b:1::/48", // translation inside one network (RFC 8215)
            "fc00::/7",
            "fe80::/10",
            "fec0::/10", // site-local, retired
            "ff00::/8");

    private PrivateAddresses() {}

    /**
     * Whether a host, as written, is refused: a private address in any spelling a client might understand ({@code
     * 127.1}, {@code 2130706433}, {@code 0x7f000001}, {@code 0177.0.0.1}, {@code [::1]}), or a name for the machine
     * itself or for a metadata service. A host that ends in a number but is no address is refused too, and so is one
     * with characters beyond ASCII, which some clients fold into digits and dots.
     *
     * @param host without port, in any case, with or without a dot at its end
     */
    public static boolean refuses(String host) {
        String name = HostNames.withoutRootDot(host).toLowerCase(Locale.ROOT);
        if (name.startsWith("[") || name.indexOf(':') >= 0) {
            IpAddress address = name.startsWith("[") ? IpAddress.parseHost(name) : IpAddress.parse(name);
            return address == null || refuses(address);
        }
        if (LooseIpv4.isMeant(name)) {
            IpAddress address = LooseIpv4.parse(name);
            return address == null || refuses(address);
        }
        return OWN_MACHINE.contains(name)
                || METADATA_NAMES.contains(name)
                || name.endsWith(".localhost")
                || hasWideCharacter(name);
    }

    /** Whether {@code host} is a usual name of the machine itself, in any case. */
    public static boolean isOwnMachine(String host) {
        return OWN_MACHINE.contains(host.toLowerCase(Locale.ROOT));
    }

    /** Whether an address, or the IPv4 address embedded in it, is private, reserved, or a metadata service. */
    public static boolean refuses(IpAddress address) {
        return isIn(REFUSED, address);
    }

    /** Whether an address, or the IPv4 address embedded in it, is link-local or a cloud's metadata service. */
    public static boolean isLinkLocalOrMetadata(IpAddress address) {
        return isIn(METADATA, address);
    }

    private static boolean isIn(IpRanges ranges, IpAddress address) {
        @Nullable IpAddress embedded = address.embeddedV4();
        return ranges.contains(address) || (embedded != null && ranges.contains(embedded));
    }

    private static boolean hasWideCharacter(String name) {
        return name.chars().anyMatch(c -> c >= 0x80);
    }

    private static IpRanges ranges(String... blocks) {
        List<IpRange> parsed = Stream.of(blocks)
                .map(block -> Objects.requireNonNull(IpRange.parse(block), block))
                .toList();
        return IpRanges.of(parsed);
    }
}
