package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.net.PrivateAddresses;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The address of a service that the proxy itself asks. It is the operator's own and may be private, but it never carries
 * credentials and is never at a link-local or metadata address.
 */
final class ServiceUrl {

    /** A service over TLS. */
    static final Expectation<URI> HTTPS = url("an https URL", Set.of("https"));

    /** A service, over TLS or not. */
    static final Expectation<URI> HTTP = url("an http or https URL", Set.of("http", "https"));

    private ServiceUrl() {}

    private static Expectation<URI> url(String form, Set<String> schemes) {
        return Expectation.text(
                form + " without credentials, not at a link-local or metadata address", text -> parse(text, schemes));
    }

    private static @Nullable URI parse(String text, Set<String> schemes) {
        try {
            URI url = new URI(text);
            String host = url.getHost();
            if (host == null
                    || url.getScheme() == null
                    || !schemes.contains(Grammar.lower(url.getScheme()))
                    || url.getRawUserInfo() != null
                    || url.getPort() > 65_535
                    || isOutOfBounds(host)) {
                return null;
            }
            return withoutFragment(url);
        } catch (URISyntaxException notAUrl) {
            return null;
        }
    }

    private static boolean isOutOfBounds(String host) {
        IpAddress address = IpAddress.parseHost(host);
        if (address != null) {
            return PrivateAddresses.isLinkLocalOrMetadata(address);
        }
        return PrivateAddresses.refuses(host) && !PrivateAddresses.isOwnMachine(host);
    }

    private static URI withoutFragment(URI url) {
        String text = url.toString();
        int fragment = text.indexOf('#');
        return fragment < 0 ? url : URI.create(text.substring(0, fragment));
    }
}
