package dev.gatehouse.config.model;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * How upstreams are reached.
 *
 * @param maxThreads threads of the client, 4 to 10000; 64 by default, for none of them ever waits
 * @param maxConnections connections to one origin, 1 to 65535; 1024 by default
 * @param maxQueuedRequests requests that may wait for a connection to one origin, 1 to 65535; 1024 by default. A further
 *     one fails at once.
 * @param idleTimeout for how long an unused connection is kept, 0 (for ever) to 24 h; null for 30 s. While a request is
 *     under way only the route's deadlines hold.
 * @param selectors threads that watch connections, 1 to 64; empty for the client's own choice
 * @param requestBufferSize bytes of a buffer for upstream requests, 1024 to 1048576; 32768 by default
 * @param responseBufferSize bytes of a buffer for upstream responses, 1024 to 1048576; 65536 by default
 * @param upstreamProtocols what is offered to an upstream over TLS, the preferred first; {@code http/1.1} by default
 * @param tlsTrustStore the certificates that are trusted in all outbound TLS; null for the Java platform's
 * @param tlsTrustStorePassword the name of the secret that opens the store; null for a store without password
 */
public record ClientSettings(
        int maxThreads,
        int maxConnections,
        int maxQueuedRequests,
        @Nullable Duration idleTimeout,
        OptionalInt selectors,
        int requestBufferSize,
        int responseBufferSize,
        List<UpstreamProtocol> upstreamProtocols,
        @Nullable Path tlsTrustStore,
        @Nullable String tlsTrustStorePassword) {

    /** A protocol that can be negotiated with an upstream over TLS. */
    public enum UpstreamProtocol {
        /** HTTP/1.1 (RFC 9112). */
        HTTP_1_1("http/1.1"),
        /** HTTP/2 (RFC 9113). */
        H2("h2");

        private final String text;

        UpstreamProtocol(String text) {
            this.text = text;
        }

        /** The name in settings and in ALPN. */
        public String text() {
            return text;
        }
    }

    /** Copies the list. */
    public ClientSettings {
        upstreamProtocols = List.copyOf(upstreamProtocols);
    }
}
