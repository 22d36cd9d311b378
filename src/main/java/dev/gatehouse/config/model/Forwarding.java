package dev.gatehouse.config.model;

import org.jspecify.annotations.Nullable;

/**
 * How the requests of a route are carried to an upstream.
 *
 * @param scheme how the upstream is spoken to; https by default
 * @param stripPrefix whether the matched prefix is removed from the path; false by default
 * @param allowPrivateUpstream whether loopback, private and metadata addresses may be upstreams; false by default
 * @param deadlines how long each phase may take
 * @param retries further attempts at the same upstream
 * @param manualRedirect whether the upstream's redirects are relayed (true, the default) or followed by the proxy
 * @param websocket whether WebSocket handshakes are relayed; true by default
 * @param limits fuses across requests; null for none
 * @param mirror where a copy of each request goes; null for nowhere
 */
public record Forwarding(
        Scheme scheme,
        boolean stripPrefix,
        boolean allowPrivateUpstream,
        Deadlines deadlines,
        Retries retries,
        boolean manualRedirect,
        boolean websocket,
        @Nullable Limits limits,
        @Nullable Mirror mirror) {}
