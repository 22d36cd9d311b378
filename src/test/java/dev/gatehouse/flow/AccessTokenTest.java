package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.guard.jwt.Tokens;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.TlsOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A token of an issuer opens a route, its keys fetched over TLS; without one nothing reaches the upstream. */
class AccessTokenTest {

    private static Path folder = Path.of("");

    @BeforeAll
    static void secrets(@TempDir Path made) throws IOException {
        folder = made;
        Files.writeString(made.resolve("TRUST"), TlsOrigin.PASSWORD);
    }

    private static Map<String, String> trusting(TlsOrigin issuer, String... routes) {
        Map<String, String> settings = new HashMap<>(Tables.settings(routes));
        settings.put("tlsTrustStore", issuer.trustStore().toString());
        settings.put("tlsTrustStorePassword", "TRUST");
        settings.put("secretsDir", folder.toString());
        return settings;
    }

    private static TlsOrigin issuer(Front.Kind kind, String keys) throws Exception {
        TlsOrigin issuer = TlsOrigin.start(Files.createTempDirectory(folder, kind.name()), "ip:127.0.0.1", false);
        issuer.publish(keys);
        return issuer;
    }

    private static String guarded(ScriptedOrigin origin, TlsOrigin issuer) {
        return Tables.route(
                "/",
                origin.authority(),
                "'access': {'jwt': {'issuer': 'https://login.test/', 'jwksUrl': 'https://" + issuer.authority()
                        + "/published', 'audience': 'api', 'copyClaims': {'x-user': 'sub'}}}");
    }

    private static String claims(String audience) {
        long expires = Instant.now().getEpochSecond() + 600;
        return "{\"iss\":\"https://login.test/\",\"aud\":\"" + audience + "\",\"sub\":\"alice\",\"exp\":" + expires
                + "}";
    }

    private static WireMessage asked(Front front, String token) throws IOException {
        try (RawClient client = RawClient.to(front.port())) {
            return client.send("POST / HTTP/1.1\r\nHost: s\r\nX-User: mallory\r\nContent-Length: 4\r\n"
                            + (token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n") + "\r\nbody")
                    .response();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTokenOfTheIssuerOpensTheRouteAndSaysWhoAsks(Front.Kind kind) throws Exception {
        try (TlsOrigin issuer = issuer(kind, Tokens.published(Tokens.KEY.toPublicJWK()));
                ScriptedOrigin origin = ScriptedOrigin.replying(
                        (request, connection) -> connection.respond(200, "got " + request.text()));
                Front front = Front.servlet(kind, "", trusting(issuer, guarded(origin, issuer)))) {
            for (int i = 0; i < 2; i++) {
                assertThat(asked(front, Tokens.signed(Tokens.KEY, claims("api")))
                                .text())
                        .isEqualTo("got body");
                assertThat(origin.awaitRequest(i + 1).headers("X-User")).containsExactly("alice");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutAValidTokenNothingReachesTheUpstream(Front.Kind kind) throws Exception {
        try (TlsOrigin issuer = issuer(kind, "no keys at all");
                ScriptedOrigin origin = ScriptedOrigin.answering(200, "secret");
                Front front = Front.servlet(kind, "", trusting(issuer, guarded(origin, issuer)))) {
            assertThat(asked(front, Tokens.signed(Tokens.KEY, claims("api"))).status())
                    .isEqualTo(503);
            WireMessage missing = asked(front, "");
            assertThat(missing.status()).isEqualTo(401);
            assertThat(missing.header("WWW-Authenticate")).startsWith("Bearer");
            assertThat(origin.connections()).isZero();
        }
        try (TlsOrigin issuer = issuer(kind, Tokens.published(Tokens.KEY.toPublicJWK()));
                ScriptedOrigin origin = ScriptedOrigin.answering(200, "secret");
                Front front = Front.servlet(kind, "", trusting(issuer, guarded(origin, issuer)))) {
            assertThat(asked(front, Tokens.signed(Tokens.FORGERS_KEY, claims("api")))
                            .status())
                    .isEqualTo(401);
            assertThat(asked(front, Tokens.signed(Tokens.KEY, claims("other"))).status())
                    .isEqualTo(403);
            assertThat(origin.connections()).isZero();
        }
    }
}
