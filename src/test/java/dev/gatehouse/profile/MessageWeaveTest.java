package dev.gatehouse.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.Match;
import dev.gatehouse.config.model.Pool;
import dev.gatehouse.config.model.Profile;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.config.profile.Profiles;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * MessageWeave: nineteen paths in front of backends that take over from one another.
 *
 * <p>Where the system's own invariants are proven:
 *
 * <ul>
 *   <li>SAF-LB-PASSTHRU: {@link #requestAndResponseTravelUnchanged}, {@link #anEncodedBodyIsRelayedAsItCame}
 *   <li>C-HTTPS-INBOUND: {@link #whoComesWithoutTlsIsSentToHttpsBeforeAnythingElse}, {@link
 *       #aListThatIsNoneIsAnsweredOnEveryRequest}
 *   <li>C-LB-SINGLE-REG-URL: {@link #aListedPathIsForwardedForItsMethodsAndRefusedForOthers}, {@link
 *       #anyOtherPathIsNotForwarded}
 *   <li>C-LB-SHARED-SECRETS, C-NO-DB, C-REDIS-ONLY-STATE, ARCH-LB-WORKER: the README says what they ask of operators; here
 *       every front runs without either
 *   <li>MOD-HEALTH-AGG: {@link HealthzWorkerTest}
 *   <li>C-NO-LONG-CONN: {@link #anUpgradeIsNotHonouredAndTheRequestIsAnOrdinaryOne}
 *   <li>ARCH-READY-BASELINE: {@code /ready} in {@link #aListedPathIsForwardedForItsMethodsAndRefusedForOthers}
 *   <li>SAF-LOG-PURITY: {@link #whereAllFailTheAnswerSaysHowTheLastDid}, {@link #aDeadOriginIsNamedByItsFailureOnly}
 *   <li>NFR-HA-MULTI-INSTANCE: {@link #anyServerErrorMovesAnyMethodOn}, {@link #everyFailureToReachAnOriginMovesOn}
 * </ul>
 */
class MessageWeaveTest extends ProfileFlow {

    private static final String LB = "lb.example";

    private static WireMessage get(Front front, String path) throws IOException {
        return asked(front, LB, "GET " + path);
    }

    private Front front(Front.Kind kind, Map<String, String> variables) throws Exception {
        return front(kind, "messageweave", FIRST, variables);
    }

    // Routes and entry

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/|GET",
                "/assets/config.js|GET",
                "/assets/styles.css|GET",
                "/api/status|GET",
                "/api/config|GET PUT",
                "/api/business-config|GET PUT",
                "/api/business-config/preflight|POST",
                "/api/admin/session|POST",
                "/api/admin/session/revoke|POST",
                "/api/enabled|GET PUT",
                "/webhook/tg|POST",
                "/push/jmap|POST",
                "/api/push/register|POST",
                "/api/telegram/register-webhook|POST",
                "/api/push/disable|POST",
                "/reconcile|POST",
                "/worker|POST",
                "/healthz|GET",
                "/ready|GET"
            })
    void aListedPathIsForwardedForItsMethodsAndRefusedForOthers(String path, String methods) throws Exception {
        Set<String> allowed = new TreeSet<>(List.of(methods.split(" ", -1)));
        try (ScriptedOrigin origin = answering(200, "yes");
                Front front = front(Front.Kind.JETTY, backends(List.of(origin)))) {
            for (String method : List.of("GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "HEAD")) {
                try (RawClient client = RawClient.to(front.port())) {
                    client.send(request(LB, method + " " + path));
                    WireMessage response = method.equals("HEAD") ? client.responseToHead() : client.response();
                    if (allowed.contains(method)) {
                        assertThat(response.text()).isEqualTo("yes");
                    } else {
                        assertThat(response.status()).isEqualTo(405);
                        assertThat(Set.of(
                                        String.valueOf(response.header("Allow")).split(", ", -1)))
                                .isEqualTo(allowed);
                        assertThat(response.text())
                                .isEqualTo(method.equals("HEAD") ? "" : "method not allowed for " + path);
                    }
                }
            }
            assertThat(origin.requests()).hasSize(allowed.size());
        }
    }

    @Test
    void thereAreExactlyNineteenPaths() {
        List<RouteConfig> routes = table(Map.of("BACKEND_ORIGINS_JSON", "[\"https://a.example\"]"));
        assertThat(routes.stream().map(RouteConfig::match).map(Match::path).collect(Collectors.toSet()))
                .hasSize(19);
        assertThat(routes).allSatisfy(route -> assertThat(route.match().exact()).isTrue());
    }

    private static List<RouteConfig> table(Map<String, String> variables) {
        Profiles.Outcome outcome = Profiles.read(Profile.MESSAGEWEAVE, variables::get, name -> Optional.empty());
        return ((Profiles.Outcome.Ready) outcome).table().routes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nowhere", "/api/bootstrap", "/debug/x", "/api/config/", "/api/config/x", "/%61pi/config"})
    void anyOtherPathIsNotForwarded(String path) throws Exception {
        try (ScriptedOrigin origin = answering(200, "yes");
                Front front = front(Front.Kind.JETTY, backends(List.of(origin)))) {
            WireMessage response = get(front, path + "?q=1");
            assertThat(response.status()).isEqualTo(404);
            assertThat(response.text()).isEqualTo("route not forwarded: " + path);
            assertThat(response.header("Content-Type")).startsWith("text/plain");
            assertThat(origin.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoComesWithoutTlsIsSentToHttpsBeforeAnythingElse(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = answering(200, "yes");
                Front front = front(kind, backends(List.of(origin)))) {
            for (String target : List.of("/api/config?a=b", "/nowhere", "/healthz-worker", "/")) {
                try (RawClient client = RawClient.to(front.port())) {
                    WireMessage response = client.send("POST " + target + " HTTP/1.1\r\nHost: lb.example\r\n\r\n")
                            .response();
                    assertThat(response.status()).isEqualTo(308);
                    assertThat(response.header("Location")).isEqualTo("https://lb.example" + target);
                }
            }
            assertThat(origin.connections()).isZero();
        }
    }

    // Pass-through

    @ParameterizedTest
    @EnumSource
    void requestAndResponseTravelUnchanged(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = answering(
                        201, "made", "X-Own: 1", "Set-Cookie: a=b; Domain=x.example; Path=/y", "Location: /elsewhere");
                Front front = front(kind, backends(List.of(origin)))) {
            WireMessage response = asked(
                    front,
                    LB,
                    "PUT /api/config?a=%2f",
                    "Authorization: Bearer t",
                    "Accept-Encoding: gzip, br",
                    "X-Forwarded-For: 203.0.113.9",
                    "X-Request-Id: theirs",
                    "Cookie: c=d",
                    "={\"a\": 1}");
            assertThat(response.status()).isEqualTo(201);
            assertThat(response.text()).isEqualTo("made");
            assertThat(response.header("Set-Cookie")).isEqualTo("a=b; Domain=x.example; Path=/y");
            assertThat(response.header("Location")).isEqualTo("/elsewhere");
            assertThat(response.header("x-lb-backend")).isEqualTo(origin(origin));
            assertThat(response.header("x-request-id")).isNull();
            WireMessage sent = origin.awaitRequest(1);
            assertThat(sent.target()).isEqualTo("/api/config?a=%2f");
            assertThat(sent.text()).isEqualTo("{\"a\": 1}");
            assertThat(names(sent))
                    .containsExactlyInAnyOrder(
                            "host",
                            "authorization",
                            "accept-encoding",
                            "x-forwarded-for",
                            "x-forwarded-proto",
                            "x-request-id",
                            "cookie",
                            "content-length");
            assertThat(sent.header("Host")).isEqualTo(origin.authority());
            assertThat(sent.header("X-Request-Id")).isEqualTo("theirs");
            assertThat(sent.header("X-Forwarded-For")).isEqualTo("203.0.113.9");
        }
    }

    private static Set<String> names(WireMessage message) {
        return message.headers().stream()
                .map(line -> line.getKey().toLowerCase(java.util.Locale.ROOT))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @EnumSource
    void anEncodedBodyIsRelayedAsItCame(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin =
                        answering(200, "not really br", "Content-Encoding: br", "Content-Type: text/html");
                Front front = front(kind, backends(List.of(origin)))) {
            WireMessage response = get(front, "/");
            assertThat(response.header("Content-Encoding")).isEqualTo("br");
            assertThat(response.text()).isEqualTo("not really br");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aGetCarriesNoBodyUpstream(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = answering(200, "yes");
                Front front = front(kind, backends(List.of(origin)))) {
            assertThat(asked(front, LB, "GET /api/config", "=ignored").text()).isEqualTo("yes");
            WireMessage sent = origin.awaitRequest(1);
            assertThat(sent.text()).isEmpty();
            assertThat(sent.header("Content-Length")).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void redirectsOfABackendAreFollowedForTheClient(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = replying((request, connection) -> {
                    switch (request.target()) {
                        case "/api/config" -> connection.respond(302, "", "Location: /there?x=1");
                        case "/there?x=1" -> connection.respond(200, "found");
                        default -> connection.respond(404, "");
                    }
                });
                Front front = front(kind, backends(List.of(origin)))) {
            assertThat(get(front, "/api/config").text()).isEqualTo("found");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectThatRepeatsTheBodyIsFollowedWithIt(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = replying((request, connection) -> {
                    if (request.target().equals("/webhook/tg")) {
                        connection.respond(307, "", "Location: /again");
                    } else {
                        connection.respond(200, request.method() + " " + request.text());
                    }
                });
                Front front = front(kind, backends(List.of(origin)))) {
            assertThat(asked(front, LB, "POST /webhook/tg", "=update").text()).isEqualTo("POST update");
        }
    }

    @Test
    void anUpgradeIsNotHonouredAndTheRequestIsAnOrdinaryOne() throws Exception {
        try (ScriptedOrigin origin = answering(200, "plain");
                Front front = front(Front.Kind.JETTY, backends(List.of(origin)))) {
            WireMessage response = asked(
                    front,
                    LB,
                    "GET /",
                    "Connection: Upgrade",
                    "Upgrade: websocket",
                    "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==");
            assertThat(response.text()).isEqualTo("plain");
            assertThat(origin.awaitRequest(1).header("Upgrade")).isNull();
        }
    }

    // Failover

    @ParameterizedTest
    @CsvSource({"500", "502", "503", "504", "599"})
    void anyServerErrorMovesAnyMethodOn(int status) throws Exception {
        try (ScriptedOrigin first = answering(status, "broken");
                ScriptedOrigin second = answering(200, "second");
                Front front = front(Front.Kind.JETTY, backends(List.of(first, second)))) {
            for (String line : List.of("GET /api/config", "PUT /api/config", "POST /webhook/tg")) {
                WireMessage response = asked(front, LB, line, "=body");
                assertThat(response.text()).isEqualTo("second");
                assertThat(response.header("x-lb-backend")).isEqualTo(origin(second));
                assertThat(next().attempts()).isEqualTo(2);
            }
            assertThat(second.awaitRequest(3).text()).isEqualTo("body");
        }
    }

    /** How origins fail without an answer. */
    enum Broken {
        NAME_UNKNOWN,
        NOBODY_LISTENS,
        NO_TLS,
        NOT_HTTP,
        ENDS_AT_ONCE,
        RESETS,
        TOO_LATE
    }

    @ParameterizedTest
    @EnumSource
    void everyFailureToReachAnOriginMovesOn(Broken broken) throws Exception {
        try (ScriptedOrigin second = answering(200, "second");
                ScriptedOrigin plain = ScriptedOrigin.answering(200, "in clear");
                ScriptedOrigin odd = ScriptedOrigin.playingOverTls(keys().server(), connection -> {
                    connection.head();
                    switch (broken) {
                        case NOT_HTTP ->
                            connection.send("who is there?\r\n\r\n").finish();
                        case RESETS -> connection.reset();
                        case TOO_LATE -> connection.hold();
                        default -> connection.finish();
                    }
                })) {
            String first = switch (broken) {
                case NAME_UNKNOWN -> "https://nobody.invalid";
                case NOBODY_LISTENS -> "https://127.0.0.1:1";
                case NO_TLS -> "https://" + plain.authority();
                default -> origin(odd);
            };
            Map<String, String> variables = Map.of(
                    "BACKEND_ORIGINS_JSON",
                    "[\"" + first + "\", \"" + origin(second) + "\"]",
                    "LB_REQUEST_TIMEOUT_MS",
                    "1000");
            try (Front front = front(Front.Kind.JETTY, variables)) {
                assertThat(asked(front, LB, "POST /webhook/tg", "=update").text())
                        .isEqualTo("second");
                assertThat(second.awaitRequest(1).text()).isEqualTo("update");
                assertThat(next().attempts()).isEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"200", "204", "304", "400", "401", "404", "409", "429", "499"})
    void anyOtherAnswerIsTheAnswer(int status) throws Exception {
        try (ScriptedOrigin first = answering(status, status == 204 || status == 304 ? "" : "answer");
                ScriptedOrigin second = answering(200, "second");
                Front front = front(Front.Kind.JETTY, backends(List.of(first, second)))) {
            assertThat(get(front, "/").status()).isEqualTo(status);
            assertThat(second.connections()).isZero();
        }
    }

    @Test
    void whereAllFailTheAnswerSaysHowTheLastDid() throws Exception {
        try (ScriptedOrigin first = answering(502, "secret detail");
                ScriptedOrigin second = answering(503, "secret detail");
                Front front = front(Front.Kind.JETTY, backends(List.of(first, second)))) {
            WireMessage response = get(front, "/");
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.text()).isEqualTo("all backends failed: HTTP 503");
            assertThat(response.header("Content-Type")).startsWith("text/plain");
            assertThat(response.header("x-lb-backend")).isNull();
        }
    }

    @Test
    void aDeadOriginIsNamedByItsFailureOnly() throws Exception {
        Map<String, String> variables = Map.of("BACKEND_ORIGINS_JSON", "[\"https://127.0.0.1:1\"]");
        try (Front front = front(Front.Kind.JETTY, variables)) {
            assertThat(get(front, "/").text()).isEqualTo("all backends failed: connection refused");
        }
    }

    @Test
    void aLateOriginIsATimeout() throws Exception {
        try (ScriptedOrigin silent = replying((request, connection) -> connection.hold());
                Front front = front(Front.Kind.JETTY, backends(List.of(silent), "LB_REQUEST_TIMEOUT_MS", "100"))) {
            assertThat(get(front, "/").text()).isEqualTo("all backends failed: timeout");
        }
    }

    @Test
    void twoAttemptsAreMadeUnlessToldOtherwise() throws Exception {
        try (ScriptedOrigin one = answering(500, "");
                ScriptedOrigin two = answering(500, "");
                ScriptedOrigin three = answering(200, "three")) {
            try (Front front = front(Front.Kind.JETTY, backends(List.of(one, two, three)))) {
                assertThat(get(front, "/").status()).isEqualTo(503);
            }
            try (Front front = front(Front.Kind.JETTY, backends(List.of(one, two, three), "LB_MAX_ATTEMPTS", "3"))) {
                assertThat(get(front, "/").text()).isEqualTo("three");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/reconcile", "/worker"})
    void longJobsAreTriedOnceAndAtTheFirstOrigin(String path) throws Exception {
        try (ScriptedOrigin first = answering(500, "");
                ScriptedOrigin second = answering(200, "second");
                Front front = front(Front.Kind.JETTY, "messageweave", () -> 0.99, backends(List.of(first, second)))) {
            assertThat(asked(front, LB, "POST " + path).text()).isEqualTo("all backends failed: HTTP 500");
            assertThat(first.requests()).hasSize(1);
            assertThat(second.connections()).isZero();
        }
    }

    @Test
    void theFirstOriginIsDrawnAndTheOthersFollowInTheOrderOfTheList() throws Exception {
        AtomicInteger roll = new AtomicInteger();
        double[] dice = {0.4, 0.99};
        try (ScriptedOrigin one = answering(500, "");
                ScriptedOrigin two = answering(500, "");
                ScriptedOrigin three = answering(500, "");
                Front front = front(
                        Front.Kind.JETTY,
                        "messageweave",
                        () -> dice[roll.getAndIncrement()],
                        backends(List.of(one, two, three)))) {
            get(front, "/"); // the second, then the third
            assertThat(List.of(
                            one.requests().size(),
                            two.requests().size(),
                            three.requests().size()))
                    .isEqualTo(List.of(0, 1, 1));
            get(front, "/"); // the third, then the first again
            assertThat(List.of(
                            one.requests().size(),
                            two.requests().size(),
                            three.requests().size()))
                    .isEqualTo(List.of(1, 1, 2));
        }
    }

    @Test
    void aSingleOriginNeedsNoDice() throws Exception {
        try (ScriptedOrigin only = answering(200, "only");
                Front front = front(
                        Front.Kind.JETTY,
                        "messageweave",
                        () -> {
                            throw new AssertionError("nobody may roll");
                        },
                        backends(List.of(only)))) {
            assertThat(get(front, "/").text()).isEqualTo("only");
        }
    }

    @Test
    void aBodyIsKeptUpToItsBoundAndRefusedAboveIt() throws Exception {
        try (ScriptedOrigin origin = answering(200, "yes");
                Front front = front(Front.Kind.JETTY, backends(List.of(origin)))) {
            assertThat(asked(front, LB, "POST /webhook/tg", "=" + "x".repeat(10 * 1024 * 1024))
                            .status())
                    .isEqualTo(200);
            assertThat(asked(front, LB, "POST /webhook/tg", "=" + "x".repeat(10 * 1024 * 1024 + 1))
                            .status())
                    .isEqualTo(413);
        }
    }

    // Settings

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"url\": \"https://a.example\"}]",
                "[]",
                "{}",
                "nonsense",
                "[\"http://a.example\"]",
                "[\"https://a.example/path\"]",
                "[\"https://a.example//\"]",
                "[\"https://a.example?q\"]",
                "[\"https://a.example#f\"]",
                "[\"https://u:p@a.example\"]",
                "[\"a.example\"]",
                "[1]",
                "[\"https://a.example\", \"\"]"
            })
    void aListThatIsNoneIsAnsweredOnEveryRequest(String list) throws Exception {
        try (Front front = front(Front.Kind.JETTY, Map.of("BACKEND_ORIGINS_JSON", list))) {
            for (String path : List.of("/", "/nowhere")) {
                WireMessage response = get(front, path);
                assertThat(response.status()).isEqualTo(503);
                assertThat(response.text()).isEqualTo("misconfigured backends");
            }
        }
    }

    @Test
    void noListAtAllIsAnsweredTheSame() throws Exception {
        try (Front front = front(Front.Kind.JETTY, Map.of())) {
            assertThat(get(front, "/").text()).isEqualTo("misconfigured backends");
        }
    }

    @Test
    void aFinalSlashOfAnOriginIsNoPath() {
        Pool pool = (Pool) table(Map.of("BACKEND_ORIGINS_JSON", "[\"https://A.example/\", \"https://b.example:8443\"]"))
                .get(0)
                .target();
        assertThat(pool.origins().stream().map(origin -> origin.url()))
                .containsExactly("https://a.example", "https://b.example:8443");
    }

    @ParameterizedTest
    @CsvSource({"0,10000", "-5,10000", "abc,10000", "0.5,10000", "1500.9,1500", "Infinity,10000", "NaN,10000", "1,1"})
    void aNumberIsRoundedDownAndASlipChangesNothing(String written, long millis) {
        List<RouteConfig> routes =
                table(Map.of("BACKEND_ORIGINS_JSON", "[\"https://a.example\"]", "LB_REQUEST_TIMEOUT_MS", written));
        assertThat(timeout(routes, "page")).isEqualTo(millis);
        assertThat(timeout(routes, "reconcile")).isEqualTo(320_000);
        assertThat(timeout(routes, "worker")).isEqualTo(300_000);
    }

    @Test
    void longJobsHaveDeadlinesOfTheirOwn() {
        List<RouteConfig> routes = table(Map.of(
                "BACKEND_ORIGINS_JSON",
                "[\"https://a.example\"]",
                "LB_RECONCILE_TIMEOUT_MS",
                "400000",
                "LB_WORKER_TIMEOUT_MS",
                "500000"));
        assertThat(timeout(routes, "reconcile")).isEqualTo(400_000);
        assertThat(timeout(routes, "worker")).isEqualTo(500_000);
        assertThat(timeout(routes, "page")).isEqualTo(10_000);
    }

    private static long timeout(List<RouteConfig> routes, String id) {
        Pool pool = (Pool) routes.stream()
                .filter(route -> id.equals(route.id()))
                .findFirst()
                .orElseThrow()
                .target();
        return java.util.Objects.requireNonNull(pool.deadlines()).timeout().toMillis();
    }
}
