package dev.gatehouse.transport;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the client towards upstreams is built.
 *
 * @param maxThreads threads for name look-ups, TLS and hand-offs; at least 8
 * @param selectors threads that wait for sockets; at least 1
 * @param maxConnections connections to one origin at most
 * @param maxQueued requests that may wait for a connection to one origin; further ones fail at once
 * @param connectTimeout how long a connection may take to come about
 * @param idleTimeout how long an unused connection is kept; while a call is under way it does not count
 * @param requestBufferSize bytes for an upstream request's head before it grows
 * @param responseBufferSize bytes read from an upstream at a time
 * @param protocols what TLS upstreams are offered, the preferred one first: {@code h2}, {@code http/1.1}
 * @param trustStore certificates that upstreams are trusted by; null for the JDK's
 * @param trustStorePassword its password; null for none
 */
public record ClientOptions(
        int maxThreads,
        int selectors,
        int maxConnections,
        int maxQueued,
        Duration connectTimeout,
        Duration idleTimeout,
        int requestBufferSize,
        int responseBufferSize,
        List<String> protocols,
        @Nullable Path trustStore,
        @Nullable String trustStorePassword) {

    /** What holds when nothing is set; chosen for throughput with one selector and buffers of 32 KiB. */
    public static final ClientOptions DEFAULT = new ClientOptions(
            64,
            1,
            256,
            1024,
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            4096,
            32 * 1024,
            List.of("http/1.1"),
            null,
            null);

    @Override
    public String toString() {
        return "ClientOptions[maxThreads=" + maxThreads + ", maxConnections=" + maxConnections + ", protocols="
                + protocols + "]"; // never the password
    }
}
