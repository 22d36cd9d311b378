package dev.gatehouse.net;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The hosts a route is for: one host, or all subdomains of one ({@code *.example.com}, one label or more, never
 * {@code example.com} itself). A dot at the end of a requested name means the same name and does not count.
 *
 * @param text       the pattern, lower case, without a dot at its end
 * @param isWildcard whether it begins with {@code *.}
 */
public record HostPattern(String text, boolean isWildcard) {

    /**
     * Reads a pattern: a name of letters, digits, hyphens and underscores, an IPv4 address or a bracketed IPv6 address;
     * or {@code *.} and a name.
     *
     * @return null where it is anything else, such as one with a port, a scheme or a star elsewhere
     */
    public static @Nullable HostPattern parse(String written) {
        String text = HostNames.withoutRootDot(written).toLowerCase(Locale.ROOT);
        if (text.startsWith("*.")) {
            return HostNames.isName(text.substring(2)) ? new HostPattern(text, true) : null;
        }
        boolean isHost = text.startsWith("[") ? IpAddress.parseHost(text) != null : HostNames.isName(text);
        return isHost ? new HostPattern(text, false) : null;
    }

    /** The name that a wildcard's hosts end with, or the one host itself. */
    public String name() {
        return isWildcard ? text.substring(2) : text;
    }

    /**
     * Whether a request to {@code host} is meant.
     *
     * @param host lower case, without port
     */
    public boolean matches(String host) {
        String name = HostNames.withoutRootDot(host);
        return isWildcard ? isSubdomain(name) : name.equals(text);
    }

    /** Whether one of {@code patterns} means {@code host}, lower case and without port. */
    public static boolean anyMatches(List<HostPattern> patterns, String host) {
        for (HostPattern pattern : patterns) {
            if (pattern.matches(host)) {
                return true;
            }
        }
        return false;
    }

    private boolean isSubdomain(String name) {
        int labels = name.length() - (text.length() - 1); // what comes before ".example.com"
        return labels > 0
                && name.regionMatches(labels, text, 1, text.length() - 1)
                && name.charAt(0) != '.'
                && !name.contains("..");
    }

    @Override
    public String toString() {
        return text;
    }
}
