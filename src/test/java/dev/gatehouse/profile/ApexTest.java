package dev.gatehouse.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.Profile;
import dev.gatehouse.config.profile.Profiles;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** APEX: each request asks the primary whether it is ready, then the secondary, and is sent once. */
@SuppressWarnings("try") // origins that only have to be there, or are stopped in mid-test
class ApexTest extends ProfileFlow {

    private static final String READY = "/.well-known/apex-ready";

    /** An origin that is ready and answers {@code body} to all else. */
    private static ScriptedOrigin.Script ready(String body, String... headers) {
        return ScriptedOrigin.eachWith((request, connection) -> {
            if (request.target().equals(READY)) {
                connection.respond(204, "");
            } else {
                connection.respond(200, body, headers);
            }
        });
    }

    private static ScriptedOrigin.Script unready(int status, String... headers) {
        return ScriptedOrigin.eachWith((request, connection) -> connection.respond(status, "", headers));
    }

    private ScriptedOrigin primary(ScriptedOrigin.Script script) throws Exception {
        return ScriptedOrigin.playingOverTls(keys().server(), script);
    }

    private ScriptedOrigin secondary(ScriptedOrigin primary, ScriptedOrigin.Script script) throws Exception {
        return ScriptedOrigin.playingOverTls(keys().server(), "127.0.0.2", primary.port(), script);
    }

    private Front front(Front.Kind kind, ScriptedOrigin primary) throws Exception {
        return apex(kind, apexTable(apexVariables(), primary.port()));
    }

    private static WireMessage get(Front front, String path) throws IOException {
        return asked(front, HOST, "GET " + path);
    }

    // Choosing

    @ParameterizedTest
    @EnumSource
    void theReadyPrimaryGetsTheRequestAfterOneProbe(Front.Kind kind) throws Exception {
        try (ScriptedOrigin primary = primary(ready("primary"));
                ScriptedOrigin secondary = secondary(primary, ready("secondary"));
                Front front = front(kind, primary)) {
            assertThat(asked(front, HOST, "GET /app?x=%20", "Cookie: a=b", "Authorization: Basic x", "User-Agent: ua")
                            .text())
                    .isEqualTo("primary");
            assertThat(primary.requests()).hasSize(2);
            assertThat(secondary.connections()).isZero();
            WireMessage probe = primary.requests().get(0);
            assertThat(probe.startLine()).isEqualTo("GET " + READY + " HTTP/1.1");
            assertThat(probe.header("X-APEX-Ready-Token")).isEqualTo(TOKEN);
            assertThat(probe.header("Host")).startsWith(HOST);
            assertThat(probe.headers()).hasSize(2);
            WireMessage sent = primary.requests().get(1);
            assertThat(sent.startLine()).isEqualTo("GET /app?x=%20 HTTP/1.1");
            assertThat(sent.header("Cookie")).isEqualTo("a=b");
            assertThat(sent.header("Authorization")).isEqualTo("Basic x");
            assertThat(sent.header("X-APEX-Ready-Token")).isNull();
            assertThat(sent.header("X-Request-Id")).isNull();
            assertThat(sent.header("X-Forwarded-For")).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"200", "201", "302", "401", "404", "500", "503"})
    void anyOtherStatusThanTheExactOneIsNotReady(int status) throws Exception {
        try (ScriptedOrigin primary = primary(unready(status, "Location: " + READY + "?again"));
                ScriptedOrigin secondary = secondary(primary, ready("secondary"));
                Front front = front(Front.Kind.JETTY, primary)) {
            assertThat(get(front, "/").text()).isEqualTo("secondary");
            assertThat(primary.requests()).hasSize(1);
            assertThat(secondary.requests()).hasSize(2);
        }
    }

    @Test
    void whereTwoHundredIsAskedForTwoHundredAndFourIsNotReady() throws Exception {
        Map<String, String> variables = apexVariables();
        variables.put("APEX_READY_STATUS", "200");
        try (ScriptedOrigin primary = primary(ready("primary"));
                ScriptedOrigin secondary = secondary(
                        primary,
                        ScriptedOrigin.eachWith((request, connection) -> connection.respond(200, "secondary")));
                Front front = apex(Front.Kind.JETTY, apexTable(variables, primary.port()))) {
            assertThat(get(front, "/").text()).isEqualTo("secondary");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereNeitherIsReadyTheApplicationIsNotAsked(Front.Kind kind) throws Exception {
        try (ScriptedOrigin primary = primary(unready(503));
                ScriptedOrigin secondary = secondary(primary, unready(500));
                Front front = front(kind, primary)) {
            WireMessage response = get(front, "/secret");
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.header("Cache-Control")).isEqualTo("no-store");
            assertThat(response.text()).isEmpty();
            assertThat(primary.requests()).hasSize(1);
            assertThat(secondary.requests()).hasSize(1);
        }
    }

    @Test
    void anOriginThatIsNotThereIsNotReady() throws Exception {
        try (ScriptedOrigin primary = primary(ready("primary"));
                ScriptedOrigin secondary = secondary(primary, ready("secondary"));
                Front front = front(Front.Kind.JETTY, primary)) {
            primary.close();
            assertThat(get(front, "/").text()).isEqualTo("secondary");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLateProbeIsNotReadyAndItsBodyIsBrokenOff(Front.Kind kind) throws Exception {
        CountDownLatch brokenOff = new CountDownLatch(1);
        try (ScriptedOrigin primary = primary(connection -> {
                    connection.head();
                    if (connection.isClosedByPeer(Duration.ofSeconds(10))) {
                        brokenOff.countDown();
                    }
                });
                ScriptedOrigin secondary = secondary(primary, ready("secondary"));
                Front front = front(kind, primary)) {
            long before = System.nanoTime();
            assertThat(get(front, "/").text()).isEqualTo("secondary");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
            assertThat(brokenOff.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aProbesEndlessBodyIsCancelled() throws Exception {
        CountDownLatch brokenOff = new CountDownLatch(1);
        try (ScriptedOrigin primary = primary(connection -> {
                    connection.head();
                    connection.send("HTTP/1.1 503 No\r\nContent-Length: 100000\r\n\r\nsome");
                    if (connection.isClosedByPeer(Duration.ofSeconds(10))) {
                        brokenOff.countDown();
                    }
                });
                ScriptedOrigin secondary = secondary(primary, ready("secondary"));
                Front front = front(Front.Kind.JETTY, primary)) {
            assertThat(get(front, "/").text()).isEqualTo("secondary");
            assertThat(brokenOff.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void eachRequestProbesAnew() throws Exception {
        AtomicBoolean well = new AtomicBoolean(true);
        try (ScriptedOrigin primary = primary(ScriptedOrigin.eachWith((request, connection) ->
                        connection.respond(request.target().equals(READY) ? (well.get() ? 204 : 503) : 200, "")));
                ScriptedOrigin secondary = secondary(primary, ready("secondary"));
                Front front = front(Front.Kind.JETTY, primary)) {
            get(front, "/");
            well.set(false);
            assertThat(get(front, "/").text()).isEqualTo("secondary");
            well.set(true);
            get(front, "/");
            assertThat(primary.requests()).hasSize(5);
            assertThat(secondary.requests()).hasSize(2);
        }
    }

    // Sending

    @ParameterizedTest
    @EnumSource
    void anOriginThatDiesBetweenProbeAndRequestIsAnsweredForAndTheNextRequestUsesTheOther(Front.Kind kind)
            throws Exception {
        try (ScriptedOrigin primary = primary(ScriptedOrigin.eachWith((request, connection) -> {
                    if (request.target().equals(READY)) {
                        connection.respond(204, "");
                    } else {
                        connection.reset();
                    }
                }));
                ScriptedOrigin secondary = secondary(primary, ready("secondary"));
                Front front = front(kind, primary)) {
            WireMessage response = get(front, "/");
            assertThat(response.status()).isEqualTo(502);
            assertThat(response.header("Cache-Control")).isEqualTo("no-store");
            assertThat(response.text()).isEmpty();
            assertThat(secondary.connections()).isZero();
            primary.close();
            assertThat(get(front, "/").text()).isEqualTo("secondary");
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersOfTheApplicationKeepStatusLocationAndCookies(Front.Kind kind) throws Exception {
        try (ScriptedOrigin primary = primary(ScriptedOrigin.eachWith((request, connection) -> {
                    if (request.target().equals(READY)) {
                        connection.respond(204, "");
                    } else {
                        connection.respond(
                                302,
                                "moved",
                                "Location: https://elsewhere.test/x",
                                "Set-Cookie: a=1; Domain=example.test",
                                "Set-Cookie: b=2",
                                "Cache-Control: max-age=600",
                                "CDN-Cache-Control: max-age=1",
                                "Expires: Thu, 01 Dec 2044 16:00:00 GMT",
                                "Age: 5",
                                "Pragma: x");
                    }
                }));
                Front front = front(kind, primary)) {
            WireMessage response = get(front, "/");
            assertThat(response.status()).isEqualTo(302);
            assertThat(response.text()).isEqualTo("moved");
            assertThat(response.header("Location")).isEqualTo("https://elsewhere.test/x");
            assertThat(response.headers().stream()
                            .filter(line -> line.getKey().equalsIgnoreCase("Set-Cookie"))
                            .map(Map.Entry::getValue))
                    .containsExactly("a=1; Domain=example.test", "b=2");
            assertThat(response.header("Cache-Control")).isEqualTo("no-store");
            assertThat(response.header("CDN-Cache-Control")).isEqualTo("no-store");
            assertThat(response.header("Surrogate-Control")).isNull();
            assertThat(response.header("Expires")).isNull();
            assertThat(response.header("Age")).isNull();
            assertThat(response.header("Pragma")).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"400", "404", "500", "502", "503"})
    void anErrorOfTheApplicationIsTheAnswer(int status) throws Exception {
        try (ScriptedOrigin primary = primary(ScriptedOrigin.eachWith((request, connection) -> connection.respond(
                        request.target().equals(READY) ? 204 : status,
                        request.target().equals(READY) ? "" : "theirs")));
                Front front = front(Front.Kind.JETTY, primary)) {
            WireMessage response = asked(front, HOST, "POST /x", "=body");
            assertThat(response.status()).isEqualTo(status);
            assertThat(response.text()).isEqualTo("theirs");
            assertThat(primary.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bodiesAreStreamsBothWays(Front.Kind kind) throws Exception {
        CountDownLatch firstHalfSeen = new CountDownLatch(1);
        try (ScriptedOrigin primary = primary(connection -> {
                    // the request may come over the connection of the probe or over one of its own
                    for (String head = connection.head();
                            head != null && head.startsWith("GET " + READY);
                            head = connection.head()) {
                        connection.respond(204, "");
                    }
                    connection.bytes(5);
                    firstHalfSeen.countDown();
                    connection.bytes(5);
                    connection.chunkedHead().sendChunk("one");
                    connection.hold();
                });
                Front front = front(kind, primary);
                RawClient client = RawClient.to(front.port())) {
            client.send("POST /up HTTP/1.1\r\nHost: " + HOST
                    + "\r\nX-Forwarded-Proto: https\r\nContent-Length: 10\r\n\r\nfirst");
            assertThat(firstHalfSeen.await(10, TimeUnit.SECONDS)).isTrue();
            client.send("other");
            assertThat(client.responseHead()).contains("200");
            assertThat(client.chunk()).isEqualTo("one"); // while the origin still holds the rest
        }
    }

    @Test
    void theClientsOwnReadinessFieldNeverArrives() throws Exception {
        try (ScriptedOrigin primary = primary(ready("primary"));
                Front front = front(Front.Kind.JETTY, primary)) {
            asked(
                    front,
                    HOST,
                    "GET /",
                    "X-APEX-Ready-Token: forged",
                    "x-apex-READY-token: again",
                    "X_Apex_Ready_Token: c");
            WireMessage sent = primary.awaitRequest(2);
            assertThat(sent.headers().stream().map(line -> line.getKey().toLowerCase(java.util.Locale.ROOT)))
                    .noneMatch(name -> name.contains("ready"));
        }
    }

    // What does not come in

    @ParameterizedTest
    @EnumSource
    void foreignHostsOtherPortsAndPlainHttpAreMisdirected(Front.Kind kind) throws Exception {
        try (ScriptedOrigin primary = primary(ready("primary"));
                Front front = front(kind, primary)) {
            for (String host : List.of("other.example.test", HOST + ":8443", "x." + HOST, PRIMARY)) {
                WireMessage response = asked(front, host, "GET /");
                assertThat(response.status()).isEqualTo(421);
                assertThat(response.header("Cache-Control")).isEqualTo("no-store");
                assertThat(response.text()).isEmpty();
            }
            try (RawClient client = RawClient.to(front.port())) {
                assertThat(client.get("/", HOST).response().status()).isEqualTo(421);
            }
            assertThat(asked(front, HOST + ":443", "GET /").status()).isEqualTo(200);
            assertThat(primary.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/.well-known/apex-ready",
                "/.well-known/apex-ready?x=1",
                "/.well-known/%61pex-ready",
                "/%2ewell-known/apex-ready",
                "/.well-known/apex-ready;a=b",
                "/.well-known/%2561pex-ready",
                "/x/../.well-known/apex-ready",
                "/.well-known/apex-ready/"
            })
    void thePathOfTheProbeIsForNobody(String path) throws Exception {
        try (ScriptedOrigin primary = primary(ready("primary"));
                Front front = front(Front.Kind.TOMCAT, primary)) {
            assertThat(get(front, path).status()).isIn(404, 400);
            assertThat(primary.connections()).isZero();
        }
    }

    // Settings

    @Test
    void faultySettingsAreAnsweredOnEveryRequestBeforeAnythingIsAsked() throws Exception {
        Map<String, String> variables = apexVariables();
        variables.remove("APEX_ZONE");
        try (Front front = front(Front.Kind.JETTY, "apex", FIRST, variables)) {
            for (String host : List.of(HOST, "foreign.test")) {
                WireMessage response = asked(front, host, "GET /");
                assertThat(response.status()).isEqualTo(503);
                assertThat(response.header("Cache-Control")).isEqualTo("no-store");
                assertThat(response.text()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "APEX_PUBLIC_HOST|https://sso.example.test",
                "APEX_PUBLIC_HOST|sso.example.test:443",
                "APEX_PUBLIC_HOST|sso.example.test.",
                "APEX_PUBLIC_HOST|*.example.test",
                "APEX_PUBLIC_HOST|192.0.2.1",
                "APEX_PUBLIC_HOST|sso.other.test",
                "APEX_PUBLIC_HOST|ssoexample.test",
                "APEX_PUBLIC_HOST|a.example.test",
                "APEX_PUBLIC_HOST|-a.example.test",
                "APEX_PUBLIC_HOST|sso_x.example.test",
                "APEX_PUBLIC_HOST|münchen.example.test",
                "APEX_ORIGIN_SECONDARY|A.example.test",
                "APEX_ORIGIN_PRIMARY|example.test",
                "APEX_READY_PATH|ready",
                "APEX_READY_PATH|/",
                "APEX_READY_PATH|/a//b",
                "APEX_READY_PATH|/a/../b",
                "APEX_READY_PATH|/a/./b",
                "APEX_READY_PATH|/a?b",
                "APEX_READY_PATH|/a#b",
                "APEX_READY_PATH|/a%20b",
                "APEX_READY_PATH|/ä",
                "APEX_READY_STATUS|205",
                "APEX_READY_STATUS|0204",
                "APEX_READY_STATUS|204.0",
                "APEX_PUBLIC_HOSTS|{\"sso.example.test\":\"204\"}"
            })
    void aSettingOutsideItsGrammarIsFaulty(String name, String value) {
        Map<String, String> variables = apexVariables();
        variables.put(name, value);
        assertThat(read(variables, TOKEN)).isInstanceOf(Profiles.Outcome.Broken.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "tab\t", "ünicode", "nul\u0000"})
    void aTokenIsVisibleAscii(String token) {
        assertThat(read(apexVariables(), token)).isInstanceOf(Profiles.Outcome.Broken.class);
        assertThat(read(apexVariables(), "!~")).isInstanceOf(Profiles.Outcome.Ready.class);
    }

    @Test
    void noFaultShowsTheToken() {
        Profiles.Outcome.Broken broken = (Profiles.Outcome.Broken) read(apexVariables(), "my secret token");
        assertThat(broken.problems().toString()).doesNotContain("secret token");
    }

    private static Profiles.Outcome read(Map<String, String> variables, String token) {
        return Profiles.read(
                Profile.APEX, variables::get, name -> token.isEmpty() ? Optional.empty() : Optional.of(token));
    }

    @Test
    void namesAreReadInAnyCase() {
        Map<String, String> variables = apexVariables();
        variables.put("APEX_PUBLIC_HOST", "SSO.Example.Test");
        variables.put("APEX_ZONE", "EXAMPLE.test");
        assertThat(read(variables, TOKEN)).isInstanceOf(Profiles.Outcome.Ready.class);
    }

    // Several hosts

    private static Map<String, String> several(String hosts) {
        Map<String, String> variables = apexVariables();
        variables.remove("APEX_PUBLIC_HOST");
        variables.put("APEX_PUBLIC_HOSTS", hosts);
        return variables;
    }

    @Test
    void eachOfSeveralHostsHasItsOwnStatus() throws Exception {
        Map<String, String> variables = several("{\"sso.example.test\": \"204\", \"APP.example.test\": \"200\"}");
        try (ScriptedOrigin primary = primary(ready("primary")); // says 204
                ScriptedOrigin secondary = secondary(
                        primary,
                        ScriptedOrigin.eachWith((request, connection) -> connection.respond(200, "secondary")));
                Front front = apex(Front.Kind.JETTY, apexTable(variables, primary.port()))) {
            assertThat(get(front, "/").text()).isEqualTo("primary");
            assertThat(asked(front, "app.example.test", "GET /").text()).isEqualTo("secondary");
            assertThat(secondary.awaitRequest(2).header("Host")).startsWith("app.example.test");
            int before = primary.requests().size();
            assertThat(asked(front, "third.example.test", "GET /").status()).isEqualTo(421);
            assertThat(primary.requests()).hasSize(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "\"sso.example.test\"",
                "{\"sso.example.test\": 204}",
                "{\"sso.example.test\": \"201\"}",
                "{\"sso.example.test\": \"204\", \"SSO.example.test\": \"204\"}",
                "{\"sso.example.test\": \"204\", \"sso.example.test\": \"200\"}",
                "{\"sso.other.test\": \"204\"}",
                "{\"a.example.test\": \"204\"}",
                "not json"
            })
    void aMapOfHostsThatIsNoneIsFaulty(String hosts) {
        assertThat(read(several(hosts), TOKEN)).isInstanceOf(Profiles.Outcome.Broken.class);
    }
}
