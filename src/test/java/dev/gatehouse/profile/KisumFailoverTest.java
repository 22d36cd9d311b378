package dev.gatehouse.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Kisum: what moves a request on, what marks an origin, and who is asked because of it. */
@SuppressWarnings("try") // origins that are stopped in mid-test
class KisumFailoverTest extends KisumFlow {

    private static final ScriptedOrigin.Reply RESET = (request, connection) -> connection.reset();
    private static final ScriptedOrigin.Reply SILENT =
            (request, connection) -> connection.isClosedByPeer(Duration.ofSeconds(10));

    private static WireMessage sent(Front front, String method, String target, String... lines) throws IOException {
        try (RawClient client = RawClient.to(front.port())) {
            client.send(request(API, method + " " + target, lines));
            return method.equals("HEAD") ? client.responseToHead() : client.response();
        }
    }

    private static void isFailure(WireMessage response, String code) {
        assertThat(response.status()).isEqualTo(502);
        assertThat(response.text()).isEqualTo("{\"error\":\"" + code + "\"}");
        assertThat(response.header("Content-Type")).isEqualTo("application/json");
        assertThat(response.header("Cache-Control")).isEqualTo("no-store");
        assertThat(response.header("X-Origin-Server")).isNull();
    }

    /** Who a GET is answered by; it leads nowhere else, for the one who is asked first answers it. */
    private static String askedNext(Front front) throws IOException {
        return String.valueOf(get(front, "/next").header("X-Origin-Server"));
    }

    // What moves on

    @ParameterizedTest
    @CsvSource({
        "GET, 500",
        "GET, 501",
        "GET, 502",
        "GET, 503",
        "GET, 504",
        "GET, 505",
        "GET, 599",
        "HEAD, 500",
        "HEAD, 503",
        "OPTIONS, 500",
        "OPTIONS, 504",
        "POST, 502",
        "POST, 503",
        "POST, 504",
        "PUT, 502",
        "PUT, 503",
        "PUT, 504",
        "PATCH, 502",
        "PATCH, 503",
        "PATCH, 504",
        "DELETE, 502",
        "DELETE, 503",
        "DELETE, 504"
    })
    void aStatusThatLeadsOnForItsMethodIsNotTheAnswer(String method, int status) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(status, "");
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front front = kisum(Front.Kind.JETTY, listed(a, b))) {
            WireMessage response = sent(front, method, "/x", "Idempotency-Key: k-1");
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("X-Origin-Server")).isEqualTo("b");
            assertThat(next().attempts()).isEqualTo(2);
            assertThat(a.asked()).hasSize(1);
            assertThat(b.asked().get(0).header("Idempotency-Key")).isEqualTo("k-1");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, 499",
        "GET, 404",
        "HEAD, 499",
        "OPTIONS, 499",
        "POST, 500",
        "POST, 501",
        "POST, 505",
        "POST, 599",
        "PUT, 500",
        "PUT, 501",
        "PUT, 505",
        "PATCH, 500",
        "PATCH, 505",
        "DELETE, 500",
        "DELETE, 505",
        "DELETE, 499"
    })
    void anyOtherStatusIsTheAnswer(String method, int status) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(status, method.equals("HEAD") ? "" : "theirs");
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front front = kisum(Front.Kind.JETTY, listed(a, b))) {
            WireMessage response = sent(front, method, "/x");
            assertThat(response.status()).isEqualTo(status);
            assertThat(response.header("X-Origin-Server")).isEqualTo("a");
            assertThat(b.asked()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "JETTY, GET",
        "JETTY, HEAD",
        "JETTY, OPTIONS",
        "JETTY, POST",
        "JETTY, PUT",
        "JETTY, PATCH",
        "JETTY, DELETE",
        "TOMCAT, GET",
        "TOMCAT, POST",
        "TOMCAT, DELETE"
    })
    void anOriginThatIsCutOffOrSilentOrGoneIsLeftForTheNextByAnyMethod(Front.Kind kind, String method)
            throws Exception {
        try (ProbedOrigin a = ProbedOrigin.replying(RESET);
                ProbedOrigin b = ProbedOrigin.replying(SILENT);
                ProbedOrigin c = ProbedOrigin.answering(200, "c");
                ProbedOrigin d = ProbedOrigin.answering(200, "d");
                Front front = kisum(kind, listed(a, b, c, d), "LB_ATTEMPT_TIMEOUT_MS", "500")) {
            settle(front, a, b, c, d);
            c.close();
            String body = List.of("POST", "PUT", "PATCH").contains(method) ? "a body" : "";
            WireMessage response = body.isEmpty()
                    ? sent(front, method, "/x?q=1", "Idempotency-Key: k-1", "X-Own: 1")
                    : sent(front, method, "/x?q=1", "Idempotency-Key: k-1", "X-Own: 1", "=" + body);
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("X-Origin-Server")).isEqualTo("d");
            assertThat(next().attempts()).isEqualTo(4);
            for (ProbedOrigin origin : List.of(a, b, d)) {
                WireMessage asked = origin.asked().get(0);
                assertThat(asked.startLine()).isEqualTo(method + " /x?q=1 HTTP/1.1");
                assertThat(asked.text()).isEqualTo(body);
                assertThat(asked.headers("Idempotency-Key")).containsExactly("k-1");
                assertThat(asked.headers("X-Own")).containsExactly("1");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aChunkedBodyIsRepeatedTooUpToItsBound(Front.Kind kind) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(503, "");
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front front = settled(kind, a, b);
                RawClient client = RawClient.to(front.port())) {
            client.send("POST /x HTTP/1.1\r\nHost: " + API + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n");
            assertThat(client.response().text()).isEqualTo("b");
            assertThat(b.asked().get(0).text()).isEqualTo("abcdef");
        }
    }

    @ParameterizedTest
    @CsvSource({"JETTY, 1048576, 2", "JETTY, 1048577, 1", "TOMCAT, 1048576, 2", "TOMCAT, 1048577, 1"})
    void aBodyAboveTheBoundIsStreamedAndGetsOneAttempt(Front.Kind kind, int length, int attempts) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.replying(RESET);
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front front = settled(kind, a, b)) {
            WireMessage response = sent(front, "POST", "/x", "=" + "x".repeat(length));
            if (attempts == 2) {
                assertThat(response.text()).isEqualTo("b");
                assertThat(b.asked().get(0).body()).hasSize(length);
            } else {
                isFailure(response, "upstream_unreachable");
                assertThat(b.asked()).isEmpty();
            }
            assertThat(next().attempts()).isEqualTo(attempts);
            assertThat(a.asked()).hasSize(1);
        }
    }

    @Test
    void aBodyAboveTheBoundArrivesWhole() throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(200, "a");
                Front front = settled(Front.Kind.JETTY, a)) {
            assertThat(sent(front, "PUT", "/x", "=" + "x".repeat(3_000_000)).text())
                    .isEqualTo("a");
            assertThat(a.asked().get(0).body()).hasSize(3_000_000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereAllFailEachHasBeenAskedOnceAndNobodyElse(Front.Kind kind) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.replying(RESET);
                ProbedOrigin b = ProbedOrigin.answering(503, "theirs");
                ProbedOrigin c = ProbedOrigin.answering(500, "theirs");
                ProbedOrigin other = ProbedOrigin.answering(200, "other");
                Front front = kisum(kind, "{\"ai\": " + listed(a, b, c) + ", \"core\": " + listed(other) + "}")) {
            settle(front, a, b, c, other);
            WireMessage response = get(front, "/ai/x", "Origin: https://app.example");
            isFailure(response, "upstream_unreachable");
            assertThat(response.header("Access-Control-Allow-Origin")).isEqualTo("https://app.example");
            ProxyEvent event = next();
            assertThat(event.attempts()).isEqualTo(3);
            assertThat(event.routeId()).isEqualTo("ai");
            assertThat(List.of(a.asked().size(), b.asked().size(), c.asked().size()))
                    .isEqualTo(List.of(1, 1, 1));
            assertThat(other.asked()).isEmpty();
            assertThat(get(front, "/core/x").text()).isEqualTo("other"); // whose health is its own
        }
    }

    @Test
    void aWritesPlainErrorIsItsAnswerAlsoAfterOthersFailed() throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(503, "");
                ProbedOrigin b = ProbedOrigin.answering(500, "theirs");
                Front front = settled(Front.Kind.JETTY, a, b)) {
            WireMessage response = sent(front, "POST", "/x", "=body");
            assertThat(response.status()).isEqualTo(500);
            assertThat(response.text()).isEqualTo("theirs");
            assertThat(response.header("X-Origin-Server")).isEqualTo("b");
        }
    }

    @Test
    void whereTheLastIsLateTheAnswerIsTheSame() throws Exception {
        try (ProbedOrigin a = ProbedOrigin.replying(SILENT);
                Front front = kisum(Front.Kind.JETTY, listed(a), "LB_ATTEMPT_TIMEOUT_MS", "100")) {
            isFailure(get(front, "/"), "upstream_timeout");
        }
    }

    // What marks an origin

    @ParameterizedTest
    @CsvSource({"JETTY, 502", "JETTY, 503", "JETTY, 504", "TOMCAT, 503"})
    void aGatewaysErrorMarksItsOrigin(Front.Kind kind, int status) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(status, "");
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front front = settled(kind, a, b)) {
            get(front, "/");
            assertThat(askedNext(front)).isEqualTo("b");
            assertThat(a.asked()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"GET, 500", "GET, 501", "GET, 505", "POST, 500", "DELETE, 501"})
    void anotherErrorLeavesItAsItWas(String method, int status) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(status, "");
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front front = settled(Front.Kind.JETTY, a, b)) {
            sent(front, method, "/");
            a.traffic(ProbedOrigin.answer(200, "a"));
            assertThat(askedNext(front)).isEqualTo("a");
        }
    }

    @Test
    void anotherErrorOfOneThatIsDeadDoesNotHealIt() throws Exception {
        try (ProbedOrigin a = ProbedOrigin.withHealth(ProbedOrigin.SICK, "a");
                ProbedOrigin b = ProbedOrigin.answering(503, "");
                Front front = settled(Front.Kind.JETTY, a, b)) {
            a.traffic(ProbedOrigin.answer(500, ""));
            assertThat(sent(front, "POST", "/").status()).isEqualTo(500); // b, then a
            b.traffic(ProbedOrigin.answer(404, ""));
            assertThat(get(front, "/").status())
                    .isEqualTo(404); // both are dead: a is drawn, then b, whose answer heals it
            int before = a.asked().size();
            assertThat(askedNext(front)).isEqualTo("b"); // a is dead still, though it is drawn first
            assertThat(a.asked()).hasSize(before);
        }
    }

    @Test
    void noConnectionMarksItsOriginToo() throws Exception {
        try (ProbedOrigin a = ProbedOrigin.replying(RESET);
                ProbedOrigin b = ProbedOrigin.replying(SILENT);
                ProbedOrigin c = ProbedOrigin.answering(200, "c");
                ProbedOrigin d = ProbedOrigin.answering(200, "d");
                Front front = kisum(Front.Kind.JETTY, listed(a, b, c, d), "LB_ATTEMPT_TIMEOUT_MS", "500")) {
            settle(front, a, b, c, d);
            c.close();
            get(front, "/");
            assertThat(next().attempts()).isEqualTo(4);
            assertThat(askedNext(front)).isEqualTo("d");
            assertThat(next().attempts()).isEqualTo(1);
        }
    }

    @Test
    void aBodyThatBreaksMarksNobody() throws Exception {
        try (ProbedOrigin a = ProbedOrigin.replying((request, connection) -> {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789");
                    connection.finish();
                    connection.isClosedByPeer(Duration.ofSeconds(10));
                });
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front front = settled(Front.Kind.JETTY, a, b)) {
            assertThat(get(front, "/").ending()).isEqualTo(WireMessage.Ending.BROKEN_OFF);
            assertThat(b.asked()).isEmpty();
            a.traffic(ProbedOrigin.answer(200, "a"));
            assertThat(askedNext(front)).isEqualTo("a");
        }
    }

    // Who is asked

    @ParameterizedTest
    @EnumSource
    void beforeTheFirstRoundAllAreTriedInTheirOrder(Front.Kind kind) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.withHealth((request, connection) -> connection.hold(), "a");
                ProbedOrigin b = ProbedOrigin.withHealth((request, connection) -> connection.hold(), "b");
                Front front = kisum(kind, listed(a, b))) {
            assertThat(askedNext(front)).isEqualTo("a");
            a.traffic(RESET);
            assertThat(askedNext(front)).isEqualTo("b");
        }
    }

    @Test
    void anythingButAnOkInJsonIsNoHealth() throws Exception {
        List<ScriptedOrigin.Reply> sick = List.of(
                ProbedOrigin.answer(200, "{\"status\":\"down\"}"),
                ProbedOrigin.answer(200, "{\"status\":true}"),
                ProbedOrigin.answer(200, "<html>ok</html>", "Content-Type: text/html"),
                ProbedOrigin.answer(200, ""),
                ProbedOrigin.answer(404, "{\"status\":\"ok\"}"),
                ProbedOrigin.answer(302, "", "Location: /well/health"),
                RESET);
        for (ScriptedOrigin.Reply health : sick) {
            try (ProbedOrigin a = ProbedOrigin.withHealth(health, "a");
                    ProbedOrigin b = ProbedOrigin.withHealth(ProbedOrigin.answer(204, ""), "b");
                    ProbedOrigin c = ProbedOrigin.withHealth(
                            ProbedOrigin.answer(201, "{\"more\": 1, \"status\": \"ok\"}"), "c");
                    Front front = settled(Front.Kind.JETTY, a, b, c)) {
                assertThat(askedNext(front)).isEqualTo("c");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theDeadAreAskedWhenAllTheLivingHaveFailedAndAnAnswerHealsThem(Front.Kind kind) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.withHealth(ProbedOrigin.SICK, "a");
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front front = settled(kind, a, b)) {
            assertThat(askedNext(front)).isEqualTo("b");
            assertThat(a.asked()).isEmpty();
            b.traffic(RESET);
            assertThat(askedNext(front)).isEqualTo("a");
            int before = b.asked().size();
            b.traffic(ProbedOrigin.answer(200, "b"));
            assertThat(askedNext(front)).isEqualTo("a"); // healed by its answer, while b is marked
            assertThat(b.asked()).hasSize(before);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereAllAreDeadAllAreTriedAndHealedInTheBackground(Front.Kind kind) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.withHealth(ProbedOrigin.SICK, "a");
                ProbedOrigin b = ProbedOrigin.withHealth(ProbedOrigin.SICK, "b");
                Front front = settled(kind, a, b)) {
            int before = b.probes().size();
            b.health(ProbedOrigin.WELL);
            a.traffic(ProbedOrigin.answer(500, "")); // no answer that heals a
            assertThat(askedNext(front)).isEqualTo("b"); // after a; heals b by itself
            assertThat(a.asked()).hasSize(1);
            await(() -> b.probes().size() == before + 1, "a probe in the background");
            assertThat(askedNext(front)).isEqualTo("b"); // a is dead
            assertThat(a.asked()).hasSize(1);
        }
    }

    @Test
    void anOriginThatIsWellAgainIsAskedAgainAfterAStatusCall() throws Exception {
        try (ProbedOrigin a = ProbedOrigin.withHealth(ProbedOrigin.SICK, "a");
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front front = settled(Front.Kind.JETTY, a, b)) {
            assertThat(askedNext(front)).isEqualTo("b");
            a.health(ProbedOrigin.WELL);
            checked(front);
            assertThat(askedNext(front)).isEqualTo("a");
        }
    }

    @Test
    void anOriginThatIsWellAgainIsAskedAgainAfterTheNextRound() throws Exception {
        try (ProbedOrigin a = ProbedOrigin.withHealth(ProbedOrigin.SICK, "a");
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front front = kisum(Front.Kind.JETTY, listed(a, b), "LB_HEALTH_INTERVAL_SECONDS", "1")) {
            settle(front, a, b);
            assertThat(askedNext(front)).isEqualTo("b");
            a.health(ProbedOrigin.WELL);
            await(
                    () -> {
                        try {
                            return askedNext(front).equals("a");
                        } catch (IOException failure) {
                            throw new AssertionError(failure);
                        }
                    },
                    "a to be asked");
        }
    }
}
