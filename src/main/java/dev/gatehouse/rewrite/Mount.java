package dev.gatehouse.rewrite;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The mapping between what one visitor sees and what the answering upstream sees; inverts the mapping of the request.
 *
 * <pre>
 *   visitor   scheme://authority + mount + prefix + rest
 *   upstream  scheme://authority + base           + rest
 * </pre>
 *
 * <p>A path of the upstream that is not below its base path has no place in this route; it is put below the mount as it
 * is, where another route of the table may claim it.
 *
 * <p>Immutable.
 */
public final class Mount {

    private final String scheme;
    private final String authority;
    private final String mountPath;
    private final String prefix;
    private final String upstreamScheme;
    private final String upstreamHost;
    private final int upstreamPort;
    private final String basePath;

    /**
     * A mapping for one exchange.
     *
     * @param scheme the visitor's scheme
     * @param authority the visitor's host, with a port where one was written
     * @param mountPath context and servlet path: empty, or begins with {@code /} and does not end with it
     * @param prefix the stripped prefix in the same form; empty where none is stripped
     * @param upstreamScheme {@code http} or {@code https}
     * @param upstreamHost lower case, IPv6 in brackets
     * @param upstreamPort the port, never the default marker
     * @param basePath the upstream's base path, in the same form as the mount path
     */
    public Mount(
            String scheme,
            String authority,
            String mountPath,
            String prefix,
            String upstreamScheme,
            String upstreamHost,
            int upstreamPort,
            String basePath) {
        this.scheme = scheme;
        this.authority = authority;
        this.mountPath = mountPath;
        this.prefix = prefix;
        this.upstreamScheme = upstreamScheme;
        this.upstreamHost = upstreamHost;
        this.upstreamPort = upstreamPort;
        this.basePath = basePath;
    }

    /**
     * Maps a URL reference found in an upstream response (RFC 3986, section 4.1).
     *
     * @param reference absolute, protocol-relative, absolute-path or relative
     * @param upstreamPath the path of the response it was found in
     * @return the reference as the visitor must see it; the same object where nothing has to change
     */
    public String map(String reference, String upstreamPath) {
        if (reference.startsWith("//")) {
            return isUpstream(upstreamScheme, authorityOf(reference, 2)) ? mapped("", reference, 2) : reference;
        }
        int colon = schemeEnd(reference);
        if (colon < 0) {
            return relative(reference, upstreamPath);
        }
        String ownScheme = reference.substring(0, colon).toLowerCase(Locale.ROOT);
        boolean web = ownScheme.equals("http") || ownScheme.equals("https");
        if (!web || !reference.startsWith("//", colon + 1)) {
            return reference;
        }
        int start = colon + 3;
        return isUpstream(ownScheme, authorityOf(reference, start))
                ? mapped(scheme + ":", reference, start)
                : reference;
    }

    /** Maps an absolute path of the upstream, with or without query and fragment. */
    public String mapPath(String path) {
        if (basePath.isEmpty()) {
            return mountPath + prefix + path;
        }
        return isBelowBase(path) ? mountPath + prefix + path.substring(basePath.length()) : mountPath + path;
    }

    /** Whether {@link #mapPath} changes nothing. */
    public boolean isIdentity() {
        return mountPath.isEmpty() && prefix.equals(basePath);
    }

    /** What stands in front of the rest of a path for the visitor, where the upstream has its base path. */
    public String visitorPrefix() {
        return mountPath + prefix;
    }

    /** The place where the proxy is mounted, without the route's prefix. */
    public String mountPath() {
        return mountPath;
    }

    /** The upstream's host, lower case, IPv6 in brackets. */
    public String upstreamHost() {
        return upstreamHost;
    }

    /** The upstream's base path; empty for none. */
    public String basePath() {
        return basePath;
    }

    /** The visitor's scheme. */
    public String visitorScheme() {
        return scheme;
    }

    /** The visitor's host, with a port where one was written. */
    public String visitorAuthority() {
        return authority;
    }

    /**
     * Whether a URL names the upstream.
     *
     * @param referenceScheme its scheme; empty where it takes that of the page
     * @param host its host, lower case, percent-decoded, without a trailing dot
     * @param port its port; -1 where none is written
     */
    public boolean isUpstream(String referenceScheme, String host, int port) {
        String spoken = referenceScheme.isEmpty() ? upstreamScheme : referenceScheme;
        return host.equals(upstreamHost) && isUpstreamPort(spoken, port);
    }

    /** The visitor's host without the port, lower case. */
    public String visitorHost() {
        return hostOf(authority).toLowerCase(Locale.ROOT);
    }

    private String mapped(String schemePart, String reference, int authorityStart) {
        int end = authorityEnd(reference, authorityStart);
        String rest = reference.substring(end);
        String path = rest.startsWith("/") ? rest : "/" + rest; // a bare authority, or a query right after it
        return schemePart + "//" + authority + mapPath(path);
    }

    /** A reference without an authority. It needs a change only where paths are not the same on both sides. */
    private String relative(String reference, String upstreamPath) {
        if (isIdentity()) {
            return reference;
        }
        if (reference.startsWith("/")) {
            return mapPath(reference);
        }
        // What stays below the base has the same shape on both sides.
        return Paths.climbs(belowBase(upstreamPath), reference)
                ? mapPath(Paths.resolve(upstreamPath, reference))
                : reference;
    }

    private String belowBase(String upstreamPath) {
        return isBelowBase(upstreamPath) ? upstreamPath.substring(basePath.length()) : upstreamPath;
    }

    private boolean isUpstream(String referenceScheme, @Nullable String found) {
        if (found == null || found.indexOf('@') >= 0) {
            return false; // with user information it is not the plain upstream
        }
        String host = hostOf(found).toLowerCase(Locale.ROOT);
        if (host.endsWith(".")) {
            host = host.substring(0, host.length() - 1);
        }
        return host.equals(upstreamHost)
                && isUpstreamPort(referenceScheme, found.substring(hostOf(found).length()));
    }

    private boolean isUpstreamPort(String referenceScheme, String colonAndPort) {
        if (colonAndPort.length() <= 1) {
            return isUpstreamPort(referenceScheme, -1);
        }
        int port = Paths.port(colonAndPort.substring(1));
        return port >= 0 && isUpstreamPort(referenceScheme, port);
    }

    /** The upstream's own port, or none at all: upstreams behind TLS often name themselves by the other scheme. */
    private boolean isUpstreamPort(String referenceScheme, int port) {
        int implied = referenceScheme.equals("https") ? 443 : 80;
        boolean isDefault = upstreamPort == 80 || upstreamPort == 443;
        if (port < 0) {
            return implied == upstreamPort || isDefault;
        }
        return port == upstreamPort || isDefault && port == implied;
    }

    private boolean isBelowBase(String path) {
        if (!path.startsWith(basePath)) {
            return false;
        }
        if (path.length() == basePath.length()) {
            return true;
        }
        char next = path.charAt(basePath.length());
        return next == '/' || next == '?' || next == '#';
    }

    private static @Nullable String authorityOf(String reference, int start) {
        int end = authorityEnd(reference, start);
        return end == start ? null : reference.substring(start, end);
    }

    private static int authorityEnd(String reference, int start) {
        for (int i = start; i < reference.length(); i++) {
            char c = reference.charAt(i);
            if (c == '/' || c == '?' || c == '#' || c == '\\') {
                return i;
            }
        }
        return reference.length();
    }

    private static String hostOf(String authority) {
        int bracket = authority.indexOf(']');
        int colon = authority.indexOf(':', Math.max(0, bracket));
        return colon < 0 ? authority : authority.substring(0, colon);
    }

    /** The index of the colon after a scheme; -1 where the reference has none. */
    private static int schemeEnd(String reference) {
        for (int i = 0; i < reference.length(); i++) {
            char c = reference.charAt(i);
            if (c == ':') {
                return i == 0 ? -1 : i;
            }
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            boolean later = c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.';
            if (!letter && (i == 0 || !later)) {
                return -1;
            }
        }
        return -1;
    }
}
