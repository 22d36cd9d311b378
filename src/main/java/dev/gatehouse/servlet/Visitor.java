package dev.gatehouse.servlet;

import dev.gatehouse.net.Authority;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.net.TrustedPeers;
import dev.gatehouse.transport.Origin;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who asks and by which name: from the connection, unless a trusted peer in front says otherwise.
 *
 * @param address the caller's address; null where nobody trustworthy has told it
 * @param scheme {@code http} or {@code https}
 * @param host lower case, without port
 * @param authority the host, with the port where the visitor named one
 * @param peerIsTrusted whether the other end of the connection is one of the trusted proxies
 */
record Visitor(@Nullable IpAddress address, String scheme, String host, String authority, boolean peerIsTrusted) {

    /** The visitor of {@code request}; null where what it calls its host is none. */
    static @Nullable Visitor of(HttpServletRequest request, TrustedPeers peers) {
        IpAddress peer = peer(request);
        Authority named = named(request);
        if (named == null) {
            return null;
        }
        if (!peers.trusts(peer)) {
            IpAddress address = peer == null ? null : peer.unmapped();
            return new Visitor(address, scheme(request), named.host(), named.toString(), false);
        }
        String scheme = peers.scheme(peer, lines(request, "x-forwarded-proto"));
        Authority host = peers.host(peer, lines(request, "x-forwarded-host"));
        Authority seen = host == null ? named : host;
        return new Visitor(
                peers.clientAddress(peer, lines(request, peers.addressField())),
                scheme == null ? scheme(request) : scheme,
                seen.host(),
                seen.toString(),
                true);
    }

    private static String scheme(HttpServletRequest request) {
        return request.isSecure() ? "https" : "http";
    }

    /** Who is at the other end of the connection; null where that has no address. */
    static @Nullable IpAddress peer(HttpServletRequest request) {
        String text = request.getRemoteAddr();
        if (text == null || text.isEmpty()) {
            return null; // for example a Unix domain socket
        }
        int zone = text.indexOf('%');
        return IpAddress.parseHost(zone < 0 ? text : text.substring(0, zone));
    }

    /** What the container routed on; {@code Host} only adds whether a port was written. */
    private static @Nullable Authority named(HttpServletRequest request) {
        String field = request.getHeader("host");
        Authority written = field == null || field.isEmpty() ? null : Authority.parse(field);
        if (field != null && !field.isEmpty() && written == null) {
            return null;
        }
        String routed = request.getServerName().toLowerCase(Locale.ROOT);
        if (written != null && sameHost(written.host(), routed)) {
            return written;
        }
        int port = request.getServerPort();
        boolean isDefault = port <= 0 || port == Origin.defaultPort(scheme(request));
        return Authority.parse(isDefault ? Authority.bracketed(routed) : Authority.bracketed(routed) + ":" + port);
    }

    private static boolean sameHost(String written, String routed) {
        return written.equals(routed) || written.equals(Authority.bracketed(routed));
    }

    private static List<String> lines(HttpServletRequest request, String name) {
        return Collections.list(request.getHeaders(name));
    }
}
