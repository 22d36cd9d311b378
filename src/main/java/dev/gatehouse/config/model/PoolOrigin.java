package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import dev.gatehouse.net.PrivateAddresses;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One origin of a pool.
 *
 * @param name what health and response fields call it; the host name by default, unique in its pool
 * @param scheme how it is spoken to
 * @param upstream where it is, with a base path that stands in front of every path
 * @param weight its share among the others, 1 to 1000000; 1 by default
 * @param connectTo the name whose addresses are dialled instead of those of the URL's host, while URL, {@code Host}, the
 *     name in TLS and the check of the certificate stay; null for the host itself
 */
public record PoolOrigin(
        String name,
        Scheme scheme,
        UpstreamRef upstream,
        int weight,
        @Nullable String connectTo) {

    /** The URL as it is written in a table. */
    public String url() {
        return scheme.text() + "://" + upstream.text();
    }

    /** Reads an entry; empty, with a note, where it is not clear where it leads. */
    static Optional<PoolOrigin> read(Section in, boolean allowPrivate) {
        Optional<Located> url = in.required("url", url(allowPrivate));
        Optional<String> name = in.value("name", Expectation.TEXT);
        int weight = in.value("weight", Expectation.integer(1, 1_000_000)).orElse(1);
        String connectTo = in.value("connectTo", Grammar.HOST_NAME).orElse(null);
        if (connectTo != null && !allowPrivate && PrivateAddresses.refuses(connectTo)) {
            in.problem("connectTo", "a private address only beside allowPrivateUpstream");
        }
        in.refuseUnknownKeys();
        return url.map(
                at -> new PoolOrigin(name.orElse(at.upstream.host()), at.scheme, at.upstream, weight, connectTo));
    }

    private record Located(Scheme scheme, UpstreamRef upstream) {}

    private static Expectation<Located> url(boolean allowPrivate) {
        return Expectation.text(
                "an http or https URL without credentials, query and fragment; loopback, private and metadata addresses"
                        + " only beside allowPrivateUpstream",
                text -> {
                    Located at = locate(text);
                    return at != null && (allowPrivate || !PrivateAddresses.refuses(at.upstream.host())) ? at : null;
                });
    }

    private static @Nullable Located locate(String text) {
        int end = text.indexOf("://");
        if (end < 0) {
            return null;
        }
        String scheme = text.substring(0, end).toLowerCase(Locale.ROOT);
        UpstreamRef upstream = UpstreamRef.parse(text.substring(end + 3));
        if (upstream == null) {
            return null;
        }
        return switch (scheme) {
            case "http" -> new Located(Scheme.HTTP, upstream);
            case "https" -> new Located(Scheme.HTTPS, upstream);
            default -> null;
        };
    }
}
