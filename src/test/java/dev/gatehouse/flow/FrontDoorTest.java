package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.servlet.Surroundings;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a table says of requests before its routes are asked, and how its own errors look. */
@SuppressWarnings("try") // origins that are stopped in mid-test
class FrontDoorTest {

    private static Front front(Front.Kind kind, String settings, ScriptedOrigin origin, String... route)
            throws Exception {
        String table = "{\"front\": {" + settings.replace('\'', '"') + "}, \"routes\": ["
                + Tables.route("/app", origin.authority(), route) + "]}";
        return Front.filter(
                kind,
                Map.of("trustedProxies", "127.0.0.1"),
                RouteTables.define(table),
                List.of(),
                Surroundings.PLATFORM);
    }

    private static WireMessage asked(Front front, String host, String startLine, String... lines) throws IOException {
        try (RawClient client = RawClient.to(front.port())) {
            return client.send(RawClient.request(host, startLine, lines)).response();
        }
    }

    private static WireMessage get(Front front, String path) throws IOException {
        return asked(front, "a.test", "GET " + path);
    }

    private static final String HTTPS = "X-Forwarded-Proto: https";

    @ParameterizedTest
    @EnumSource
    void theWayToHttpsComesFirstThenTheHostThenThePathThenTheRoutes(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "up");
                Front front = front(
                        kind,
                        "'https': 'redirect', 'httpsPort': 8443, 'hosts': ['a.test', '*.b.test'], 'defaultPortOnly': true,"
                                + " 'reserved': ['/app/secret'], 'refuseUnmatched': true",
                        origin)) {
            assertThat(asked(front, "foreign.test:81", "GET /app/secret?q").header("Location"))
                    .isEqualTo("https://foreign.test:8443/app/secret?q");
            assertThat(asked(front, "foreign.test", "GET /app/secret", HTTPS).status())
                    .isEqualTo(421);
            assertThat(asked(front, "a.test:8443", "GET /app", HTTPS).status()).isEqualTo(421);
            assertThat(asked(front, "a.test:443", "GET /app", HTTPS).text()).isEqualTo("up");
            assertThat(asked(front, "x.b.test", "GET /app", HTTPS).text()).isEqualTo("up");
            assertThat(asked(front, "b.test", "GET /app", HTTPS).status()).isEqualTo(421);
            for (String secret : List.of("/app/secret", "/app/secret/x", "/app/%73ecret", "/app/x/../secret")) {
                assertThat(asked(front, "a.test", "GET " + secret, HTTPS).status())
                        .as(secret)
                        .isIn(400, 404);
            }
            assertThat(asked(front, "a.test", "GET /other", HTTPS).text()).contains("not_found");
            assertThat(origin.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutAWordOfItWhatNoRouteClaimsGoesToTheApplication(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "up");
                Front front = front(kind, "'https': 'refuse'", origin)) {
            assertThat(get(front, "/other").status()).isEqualTo(421);
            WireMessage passed = asked(front, "a.test", "GET /other", HTTPS);
            assertThat(passed.status()).isEqualTo(405); // the application's own word
            assertThat(passed.text()).doesNotContain("not_found");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "text/plain|no {path}: {code}|no /x'&: not_found",
                "application/json|{\\\"at\\\": \\\"{path}\\\"}|{\"at\": \"/x'&\"}",
                "text/html|<p>{path}</p>|<p>/x&#39;&amp;</p>",
                "text/plain|{reason}{unknown}|{unknown}"
            })
    void anErrorLooksAsTheTableSays(String type, String template, String text) throws Exception {
        String looks = "\"refuseUnmatched\": true, \"errors\": {\"not_found\": {\"contentType\": \"" + type
                + "\", \"body\": \"" + template + "\"}}";
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "up")) {
            String table =
                    "{\"front\": {" + looks + "}, \"routes\": [" + Tables.route("/app", origin.authority()) + "]}";
            try (Front front = Front.filter(
                    Front.Kind.JETTY, Map.of(), RouteTables.define(table), List.of(), Surroundings.PLATFORM)) {
                WireMessage response = get(front, "/x'&");
                assertThat(response.status()).isEqualTo(404);
                assertThat(response.header("Content-Type")).startsWith(type);
                assertThat(response.header("Cache-Control")).isEqualTo("no-store");
                assertThat(response.text()).isEqualTo(text);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLookForAllIsForThoseWithoutTheirOwnAndAStatusMayBeAnother(Front.Kind kind) throws Exception {
        String looks = "'errors': {'*': {'body': ''}, 'upstream_unreachable': {'status': 503, 'body': '{reason}'}}";
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "up");
                Front front = front(kind, "'refuseUnmatched': true, " + looks, origin)) {
            WireMessage nothing = get(front, "/other");
            assertThat(nothing.status()).isEqualTo(404);
            assertThat(nothing.text()).isEmpty();
            assertThat(nothing.header("Content-Type")).isNull();
            origin.close();
            WireMessage failed = get(front, "/app");
            assertThat(failed.status()).isEqualTo(503);
            assertThat(failed.text()).isEqualTo("connection refused");
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsAddedWhereTheTableSaysSo(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "up");
                Front front = front(kind, "'addNothing': true, 'refuseUnmatched': true", origin)) {
            assertThat(get(front, "/app").header("x-request-id")).isNull();
            assertThat(origin.awaitRequest(1).header("x-request-id")).isNull();
            assertThat(get(front, "/other").text()).isEqualTo("{\"error\":\"not_found\"}");
            asked(front, "a.test", "GET /app", "X-Request-Id: theirs");
            assertThat(origin.awaitRequest(2).header("x-request-id")).isEqualTo("theirs");
        }
    }

    @Test
    void ownErrorsMayBeReadByScriptsOfWhoeverAsksAndAnswersOfOriginsNot() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(404, "theirs");
                Front front = front(Front.Kind.JETTY, "'ownErrorCors': true, 'refuseUnmatched': true", origin)) {
            WireMessage own = asked(front, "a.test", "GET /other", "Origin: https://far.test");
            assertThat(own.header("Access-Control-Allow-Origin")).isEqualTo("https://far.test");
            assertThat(own.header("Access-Control-Allow-Credentials")).isEqualTo("true");
            assertThat(own.header("Vary")).isEqualTo("Origin");
            assertThat(get(front, "/other").header("Access-Control-Allow-Origin"))
                    .isNull();
            WireMessage relayed = asked(front, "a.test", "GET /app", "Origin: https://far.test");
            assertThat(relayed.text()).isEqualTo("theirs");
            assertThat(relayed.header("Access-Control-Allow-Origin")).isNull();
        }
    }

    @Test
    void anExactPathIsClaimedAndNothingBelowIt() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "up")) {
            String route = Tables.route("/app", origin.authority())
                    .replace("{\"path\": \"/app\"}", "{\"path\": \"/app\", \"exact\": true}");
            String table = "{\"front\": {\"refuseUnmatched\": true}, \"routes\": [" + route + "]}";
            try (Front front = Front.filter(
                    Front.Kind.JETTY, Map.of(), RouteTables.define(table), List.of(), Surroundings.PLATFORM)) {
                assertThat(get(front, "/app?q=1").text()).isEqualTo("up");
                for (String other : List.of("/app/", "/app/x", "/%61pp", "/App", "/appx", "/app;a=b")) {
                    assertThat(get(front, other).status()).as(other).isEqualTo(404);
                }
            }
        }
    }
}
