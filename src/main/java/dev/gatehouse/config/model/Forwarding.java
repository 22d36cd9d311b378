package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.List;
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
 * @param forwarded what becomes of the fields that tell an upstream what the visitor asked for
 * @param passesAcceptEncoding whether the client's {@code Accept-Encoding} travels on, so that bodies may come encoded;
 *     false by default
 * @param deadlineHeader the field that tells an upstream how many milliseconds it has for its response head, lower case;
 *     null for none
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
        ForwardedFields forwarded,
        boolean passesAcceptEncoding,
        @Nullable String deadlineHeader,
        @Nullable Limits limits,
        @Nullable Mirror mirror) {
    private static final Expectation<String> ACCEPT_ENCODING = Expectation.oneOf(List.of("strip", "pass"));

    /** Reads what defaults may state too; {@code limits} and {@code mirror} belong to a route and come from it. */
    static Forwarding read(Section in, boolean allowPrivate, @Nullable Limits limits, @Nullable Mirror mirror) {
        return new Forwarding(
                in.value("scheme", Expectation.constant(Scheme.class)).orElse(Scheme.HTTPS),
                in.value("stripPrefix", Expectation.FLAG).orElse(false),
                allowPrivate,
                Deadlines.read(in),
                Retries.read(in),
                in.value("manualRedirect", Expectation.FLAG).orElse(true),
                in.value("websocket", Expectation.FLAG).orElse(true),
                in.section("forwardedHeaders").map(ForwardedFields::read).orElse(ForwardedFields.DEFAULT),
                in.value("acceptEncoding", ACCEPT_ENCODING).orElse("strip").equals("pass"),
                in.value("deadlineHeader", Grammar.FIELD_NAME).orElse(null),
                limits,
                mirror);
    }
}
