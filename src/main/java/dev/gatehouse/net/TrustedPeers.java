package dev.gatehouse.net;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a client may be believed about itself: its address, scheme and host come from the connection, unless
 * the peer is one of ours and says otherwise in forwarding fields.
 *
 * <p>All field values are read from the right, because every proxy adds on the right: what stands there was written by
 * the nearest trusted proxy, what stands on the left may be the client's invention.
 *
 * <p>Immutable.
 */
public final class TrustedPeers {

    /** Trusts nobody. */
    public static final TrustedPeers NOBODY = new TrustedPeers(IpRanges.NONE, "x-forwarded-for");

    private final IpRanges trusted;
    private final String addressField;

    /**
     * Sets whom to trust.
     *
     * @param trusted      the addresses of the proxies in front of us
     * @param addressField name of the field in which they tell the client's address, such as {@code x-forwarded-for} or
     *                     {@code cf-connecting-ip}
     */
    public TrustedPeers(IpRanges trusted, String addressField) {
        this.trusted = trusted;
        this.addressField = addressField;
    }

    /** Name of the field in which trusted peers tell the client's address. */
    public String addressField() {
        return addressField;
    }

    /** Whether the peer's forwarding fields count. A connection without an address (null) is not trusted. */
    public boolean trusts(@Nullable IpAddress peer) {
        return peer != null && trusted.contains(peer);
    }

    /**
     * The client's address: the peer's own, or, when the peer is trusted, the rightmost address of the chain that is
     * not.
     *
     * <p>The walk ends at an entry that is no address; what stands to the left of it has no voucher.
     *
     * @param peer  the other end of the connection; null where it has no address
     * @param lines the lines of the {@link #addressField()}, in order; entries are separated by commas and may carry a
     *              port ({@code ip:port}, {@code [v6]:port})
     * @return never a mapped address; null where nobody trustworthy has told: no peer address, or a trusted peer that
     *     sent none, or only trusted addresses, or something unreadable first
     */
    public @Nullable IpAddress clientAddress(@Nullable IpAddress peer, List<String> lines) {
        if (peer == null || !trusted.contains(peer)) {
            return peer == null ? null : peer.unmapped();
        }
        for (int line = lines.size() - 1; line >= 0; line--) {
            String chain = lines.get(line);
            for (int end = chain.length(); end >= 0; ) {
                int comma = chain.lastIndexOf(',', end - 1);
                IpAddress address = addressIn(chain.substring(comma + 1, end).strip());
                if (address == null || !trusted.contains(address)) {
                    return address;
                }
                end = comma;
            }
        }
        return null;
    }

    /**
     * The scheme the visitor used, if a trusted peer has told.
     *
     * @param lines the lines of {@code X-Forwarded-Proto}, in order; the last entry counts
     * @return {@code http} or {@code https}; null where the connection's own scheme stands
     */
    public @Nullable String scheme(@Nullable IpAddress peer, List<String> lines) {
        String told = trusts(peer) ? lastEntry(lines) : "";
        if (told.equalsIgnoreCase("https")) {
            return "https";
        }
        return told.equalsIgnoreCase("http") ? "http" : null;
    }

    /**
     * The host the visitor used, if a trusted peer has told.
     *
     * @param lines the lines of {@code X-Forwarded-Host}, in order; the last entry counts
     * @return null where the connection's own host stands, also when what was told is no host
     */
    public @Nullable Authority host(@Nullable IpAddress peer, List<String> lines) {
        return trusts(peer) ? Authority.parse(lastEntry(lines)) : null;
    }

    private static String lastEntry(List<String> lines) {
        if (lines.isEmpty()) {
            return "";
        }
        String last = lines.get(lines.size() - 1);
        return last.substring(last.lastIndexOf(',') + 1).strip();
    }

    /** An address with or without a port, as proxies write it; not mapped. */
    private static @Nullable IpAddress addressIn(String entry) {
        IpAddress address = IpAddress.parse(entry);
        if (address == null) {
            Authority withPort = Authority.parse(entry);
            address = withPort == null ? null : IpAddress.parseHost(withPort.host());
        }
        return address == null ? null : address.unmapped();
    }
}
