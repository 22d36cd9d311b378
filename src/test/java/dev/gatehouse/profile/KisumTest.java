package dev.gatehouse.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kisum: services behind the first segment of the path, or one behind all; who is asked, and what is put on and answered. */
@SuppressWarnings("try") // fronts that only have to run
class KisumTest extends KisumFlow {

    private static final String ORIGIN = "Origin: https://app.example";

    private static void isJsonError(WireMessage response, int status, String code) {
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.header("Content-Type")).isEqualTo("application/json");
        assertThat(response.text()).isEqualTo("{\"error\":\"" + code + "\"}");
    }

    private static void echoesOrigin(WireMessage response) {
        assertThat(response.header("Access-Control-Allow-Origin")).isEqualTo("https://app.example");
        assertThat(response.header("Access-Control-Allow-Credentials")).isEqualTo("true");
        assertThat(response.header("Vary")).isEqualTo("Origin");
    }

    // Paths

    @ParameterizedTest
    @EnumSource
    void aListOfOriginsIsOneServiceForEveryPath(Front.Kind kind) throws Exception {
        try (ProbedOrigin origin = ProbedOrigin.answering(200, "yes");
                Front front = kisum(kind, listed(origin))) {
            for (String target : List.of("/", "/ai/chat?a=%2f&b", "/nowhere/", "/__lb", "/__lb/other", "/a%20b")) {
                WireMessage response = get(front, target);
                assertThat(response.text()).isEqualTo("yes");
                assertThat(response.header("X-Origin-Service")).isEqualTo("default");
                assertThat(origin.asked().get(origin.asked().size() - 1).target())
                        .isEqualTo(target);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFirstSegmentNamesTheServiceAndIsTakenOffUnlessItIsToStay(Front.Kind kind) throws Exception {
        try (ProbedOrigin ai = ProbedOrigin.answering(200, "ai");
                ProbedOrigin core = ProbedOrigin.answering(200, "core");
                Front front = kisum(
                        kind,
                        "{\"ai\": " + listed(ai) + ", \"core\": {\"origins\": " + listed(core)
                                + ", \"stripPrefix\": false}}")) {
            Map<String, String> stripped = Map.of(
                    "/ai/chat", "/chat", "/ai", "/", "/ai/", "/", "/ai?q=1", "/?q=1", "/ai/ai/x?q=%2F", "/ai/x?q=%2F");
            stripped.forEach((target, expected) -> arrives(front, target, ai, expected));
            for (String target : List.of("/core", "/core/", "/core/x?q=1")) {
                arrives(front, target, core, target);
            }
        }
    }

    private static void arrives(Front front, String target, ProbedOrigin at, String expected) {
        try {
            int before = at.asked().size();
            WireMessage response = get(front, target);
            assertThat(response.header("X-Origin-Service")).isEqualTo(response.text());
            assertThat(at.asked()).hasSize(before + 1);
            assertThat(at.asked().get(before).target()).as(target).isEqualTo(expected);
        } catch (java.io.IOException failure) {
            throw new AssertionError(failure);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSegmentThatNamesNoServiceIsNotFoundAndABrowserMayReadThat(Front.Kind kind) throws Exception {
        try (ProbedOrigin ai = ProbedOrigin.answering(200, "ai");
                Front front = kisum(kind, "{\"ai\": " + listed(ai) + "}")) {
            for (String target : List.of("/", "/nope", "/AI/chat", "/aix", "/a", "/__lb", "/__lb/other", "/x/ai")) {
                WireMessage response = get(front, target, ORIGIN);
                isJsonError(response, 404, "not_found");
                echoesOrigin(response);
                WireMessage plain = get(front, target);
                isJsonError(plain, 404, "not_found");
                assertThat(plain.headers("Access-Control-Allow-Origin")).isEmpty();
                assertThat(plain.headers("Access-Control-Allow-Credentials")).isEmpty();
            }
            assertThat(ai.asked()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void thePathOfABaseUrlStandsBeforeRequestsAndProbes(Front.Kind kind) throws Exception {
        try (ProbedOrigin ai = ProbedOrigin.answering(200, "ai");
                Front front = kisum(kind, "{\"ai\": [{\"baseUrl\": \"" + ai.url() + "/v2/x\"}]}")) {
            settle(front, ai);
            assertThat(get(front, "/ai/chat?q").text()).isEqualTo("ai");
            assertThat(ai.asked().get(0).target()).isEqualTo("/v2/x/chat?q");
            assertThat(ai.probes())
                    .isNotEmpty()
                    .allSatisfy(probe -> assertThat(probe.startLine()).isEqualTo("GET /v2/x/health HTTP/1.1"));
        }
    }

    @Test
    void aProbeSaysNothingOfAnyClient() throws Exception {
        try (ProbedOrigin origin = ProbedOrigin.answering(200, "yes");
                Front front = kisum(Front.Kind.JETTY, listed(origin))) {
            settle(front, origin);
            get(front, STATUS, BEARER, "Cookie: a=b", "X-Mine: 1");
            assertThat(origin.probes())
                    .hasSizeGreaterThan(1)
                    .allSatisfy(probe -> assertThat(probe.headers().stream().map(Map.Entry::getKey))
                            .containsExactlyInAnyOrder("Host", "User-Agent", "Accept", "Accept-Encoding"));
        }
    }

    // The draw

    @ParameterizedTest
    @CsvSource({"0, a", "0.2499999, a", "0.25, b", "0.7499999, b", "0.75, c", "0.9999999, c"})
    void eachOriginIsDrawnByItsShareOfTheWeights(double draw, String name) throws Exception {
        try (ProbedOrigin origin = ProbedOrigin.answering(200, "yes");
                Front front = kisum(
                        Front.Kind.JETTY,
                        () -> draw,
                        "[{\"name\": \"a\", \"baseUrl\": \"URL\"}, {\"name\": \"b\", \"baseUrl\": \"URL\", \"weight\": 2},"
                                        .replace("URL", origin.url())
                                + " {\"name\": \"c\", \"baseUrl\": \"" + origin.url() + "\"}]")) {
            assertThat(get(front, "/").header("X-Origin-Server")).isEqualTo(name);
        }
    }

    @Test
    void everyRequestIsDrawnForAnew() throws Exception {
        AtomicReference<Double> dice = new AtomicReference<>(0.0);
        try (ProbedOrigin a = ProbedOrigin.answering(200, "a");
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front front = kisum(Front.Kind.JETTY, dice::get, listed(a, b))) {
            assertThat(get(front, "/").text()).isEqualTo("a");
            dice.set(0.5);
            assertThat(get(front, "/").text()).isEqualTo("b");
            dice.set(0.49);
            assertThat(get(front, "/").text()).isEqualTo("a");
        }
    }

    // What is put on

    @ParameterizedTest
    @EnumSource
    void anOriginIsToldTheHostTheSchemeAndTheBalancer(Front.Kind kind) throws Exception {
        try (ProbedOrigin ai = ProbedOrigin.answering(200, "ai");
                Front front = kisum(kind, "{\"ai\": " + listed(ai) + "}", "LB_NAME", "loadbalancer-kisumai")) {
            get(front, "/ai", "X-Load-Balancer: forged", "X-Forwarded-For: 203.0.113.9");
            WireMessage sent = ai.asked().get(0);
            assertThat(sent.headers("Host")).containsExactly(ai.origin().authority());
            assertThat(sent.headers("X-Forwarded-Host")).containsExactly(API);
            assertThat(sent.headers("X-Forwarded-Proto")).containsExactly("https");
            assertThat(sent.headers("X-Load-Balancer")).containsExactly("loadbalancer-kisumai");
            assertThat(sent.headers("X-Forwarded-For")).containsExactly("203.0.113.9"); // as it came
            assertThat(sent.header("X-Request-Id")).isNull();
            assertThat(sent.header("Via")).isNull();
        }
    }

    @Test
    void nobodyButATrustedProxyHasASayInThat() throws Exception {
        try (ProbedOrigin origin = ProbedOrigin.answering(200, "yes");
                Front front = kisum(Front.Kind.JETTY, listed(origin), "trustedProxies", "192.0.2.1")) {
            get(front, "/", "X-Forwarded-Host: forged"); // and X-Forwarded-Proto: https
            WireMessage sent = origin.asked().get(0);
            assertThat(sent.headers("X-Load-Balancer")).containsExactly("loadbalancer-kisum");
            assertThat(sent.headers("X-Forwarded-Host")).containsExactly(API);
            assertThat(sent.headers("X-Forwarded-Proto")).containsExactly("http");
            assertThat(sent.header("X-Forwarded-For")).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerSaysWhoGaveItAndKeepsItsOwnCors(Front.Kind kind) throws Exception {
        try (ProbedOrigin ai = ProbedOrigin.answering(
                        201,
                        "made",
                        "Access-Control-Allow-Origin: *",
                        "Vary: Accept",
                        "X-Origin-Server: forged",
                        "X-Origin-Service: forged",
                        "Location: http://elsewhere.test/x");
                Front front = kisum(kind, "{\"ai\": " + listed(ai) + "}")) {
            WireMessage response = get(front, "/ai/x", ORIGIN);
            assertThat(response.status()).isEqualTo(201);
            assertThat(response.headers("X-Origin-Service")).containsExactly("ai");
            assertThat(response.headers("X-Origin-Server")).containsExactly("a");
            assertThat(response.headers("Access-Control-Allow-Origin")).containsExactly("*");
            assertThat(response.headers("Access-Control-Allow-Credentials")).isEmpty();
            assertThat(response.headers("Vary")).containsExactly("Accept");
            assertThat(response.header("Location")).isEqualTo("http://elsewhere.test/x");
            assertThat(response.header("X-Request-Id")).isNull();
        }
    }

    @Test
    void aNameIsTheHostOfTheUrlUnlessItIsGiven() throws Exception {
        try (ProbedOrigin origin = ProbedOrigin.answering(200, "yes");
                Front front = kisum(Front.Kind.JETTY, "[{\"baseUrl\": \"" + origin.url() + "\"}]")) {
            assertThat(get(front, "/").header("X-Origin-Server")).isEqualTo("127.0.0.1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectIsRelayedAsItIs(Front.Kind kind) throws Exception {
        try (ProbedOrigin origin = ProbedOrigin.answering(302, "", "Location: /elsewhere?x=1");
                Front front = kisum(kind, listed(origin))) {
            WireMessage response = get(front, "/");
            assertThat(response.status()).isEqualTo(302);
            assertThat(response.header("Location")).isEqualTo("/elsewhere?x=1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSocketIsRefusedInPlainWords(Front.Kind kind) throws Exception {
        try (ProbedOrigin chat = ProbedOrigin.answering(200, "chat");
                Front front = kisum(kind, "{\"chat\": " + listed(chat) + "}")) {
            WireMessage response = get(
                    front,
                    "/chat/live-feed/connection/websocket",
                    ORIGIN,
                    "Connection: Upgrade",
                    "Upgrade: websocket",
                    "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==");
            isJsonError(response, 501, "upgrade_not_supported");
            echoesOrigin(response);
            assertThat(chat.asked()).isEmpty();
        }
    }

    // Settings

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "[]",
                "{}",
                "\"http://a.example\"",
                "[\"http://a.example\"]",
                "[{}]",
                "[{\"name\": \"a\"}]",
                "[{\"baseUrl\": \"a.example\"}]",
                "[{\"baseUrl\": \"ftp://a.example\"}]",
                "[{\"baseUrl\": \"http://u:p@a.example\"}]",
                "[{\"baseUrl\": \"http://a.example?q\"}]",
                "[{\"baseUrl\": \"http://a.example#f\"}]",
                "[{\"baseUrl\": \"http://a.example\", \"weight\": 0}]",
                "[{\"baseUrl\": \"http://a.example\", \"weight\": \"2\"}]",
                "[{\"baseUrl\": \"http://a.example\", \"other\": 1}]",
                "[{\"baseUrl\": \"http://a.example:1\"}, {\"baseUrl\": \"http://a.example:2\"}]",
                "{\"ai\": [{\"name\": \"a\", \"baseUrl\": \"http://x\"}, {\"name\": \"a\", \"baseUrl\": \"http://y\"}]}",
                "{\"__lb\": [{\"baseUrl\": \"http://a.example\"}]}",
                "{\"\": [{\"baseUrl\": \"http://a.example\"}]}",
                "{\"..\": [{\"baseUrl\": \"http://a.example\"}]}",
                "{\"a/b\": [{\"baseUrl\": \"http://a.example\"}]}",
                "{\"ai\": []}",
                "{\"ai\": {}}",
                "{\"ai\": {\"origins\": [{\"baseUrl\": \"http://a.example\"}], \"strip\": true}}",
                "{\"ai\": {\"origins\": [{\"baseUrl\": \"http://a.example\"}], \"stripPrefix\": \"no\"}}"
            })
    void servicesThatAreNoneAreAnsweredOnEveryRequest(String services) throws Exception {
        try (Front front = kisum(Front.Kind.JETTY, services)) {
            isAnsweredAsMisconfigured(front);
        }
    }

    private static void isAnsweredAsMisconfigured(Front front) throws Exception {
        for (String target : List.of("/", "/ai/x", STATUS)) {
            WireMessage response = get(front, target, ORIGIN, BEARER);
            isJsonError(response, 500, "misconfigured");
            echoesOrigin(response);
        }
        isJsonError(get(front, "/"), 500, "misconfigured");
    }

    @ParameterizedTest
    @EnumSource
    void withoutServicesThereIsNothingToServe(Front.Kind kind) throws Exception {
        try (Front front = front(kind, "kisum", FIRST, Map.of())) {
            isAnsweredAsMisconfigured(front);
        }
    }

    @Test
    void theFormerListOfOriginsIsNotReadAnyMore() throws Exception {
        try (Front front =
                front(Front.Kind.JETTY, "kisum", FIRST, Map.of("ORIGINS", "[{\"baseUrl\": \"http://a.example\"}]"))) {
            isAnsweredAsMisconfigured(front);
        }
    }

    @ParameterizedTest
    @CsvSource({"LB_ATTEMPT_TIMEOUT_MS, soon", "LB_ATTEMPT_TIMEOUT_MS, -1", "LB_HEALTH_INTERVAL_SECONDS, 0"})
    void aNumberThatIsNoneIsAnsweredToo(String name, String value) throws Exception {
        try (Front front = kisum(Front.Kind.JETTY, "[{\"baseUrl\": \"http://127.0.0.1:1\"}]", name, value)) {
            isAnsweredAsMisconfigured(front);
        }
    }

    @Test
    void anOriginMayBeGivenAllTheTimeItWants() throws Exception {
        try (ProbedOrigin late = ProbedOrigin.replying((request, connection) -> {
                    if (!connection.isClosedByPeer(java.time.Duration.ofMillis(400))) {
                        connection.respond(200, "late");
                    }
                });
                Front patient = kisum(Front.Kind.JETTY, listed(late), "LB_ATTEMPT_TIMEOUT_MS", "0");
                Front hasty = kisum(Front.Kind.JETTY, listed(late), "LB_ATTEMPT_TIMEOUT_MS", "100")) {
            assertThat(get(patient, "/").text()).isEqualTo("late");
            isJsonError(get(hasty, "/"), 502, "upstream_timeout");
        }
    }

    @Test
    void twoDeploymentsKnowNothingOfOneAnother() throws Exception {
        try (ScriptedOrigin unprobed = ScriptedOrigin.answering(200, "one");
                ProbedOrigin other = ProbedOrigin.answering(200, "two");
                Front one = kisum(
                        Front.Kind.JETTY, "[{\"name\": \"a\", \"baseUrl\": \"http://" + unprobed.authority() + "\"}]");
                Front two = kisum(Front.Kind.JETTY, "{\"ai\": " + listed(other) + "}")) {
            assertThat(get(one, "/ai").text()).isEqualTo("one");
            assertThat(get(two, "/ai").text()).isEqualTo("two");
        }
    }
}
