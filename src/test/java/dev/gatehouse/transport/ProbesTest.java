package dev.gatehouse.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.testkit.HandAlarms;
import dev.gatehouse.testkit.OutboundClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import dev.gatehouse.transport.ProbeAnswer.Answered;
import dev.gatehouse.transport.ProbeAnswer.Failed;
import dev.gatehouse.transport.ProbeAnswer.Why;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An origin is asked about itself, within bounds, and whatever happens there is an answer. */
class ProbesTest {

    private static final Fields NONE = new FieldList(0);
    private static final Duration TWO_SECONDS = Duration.ofSeconds(2);

    private final HandAlarms alarms = new HandAlarms();
    private final OutboundClient client =
            OutboundClient.start(host -> new InetAddress[] {InetAddress.getLoopbackAddress()});
    private final Probes probes =
            new Probes(client.transport(), alarms, client.transport().workers());

    ProbesTest() throws Exception {}

    @AfterEach
    void stopClient() {
        client.close();
    }

    @Test
    void anOriginIsAskedInOurOwnNameAndNobodyElses() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "{\"status\":\"ok\"}", "X-Is: \u00e4")) {
            Answered answer =
                    answered(probe(origin, "/api/health", new FieldList(1).add("Authorization", "token"), false));

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).isEqualTo("{\"status\":\"ok\"}");
            assertThat(answer.fields().has("x-is")).isTrue();
            WireMessage request = origin.awaitRequest(1);
            assertThat(request.startLine()).isEqualTo("GET /api/health HTTP/1.1");
            assertThat(request.header("host")).isEqualTo(origin.authority());
            assertThat(request.header("authorization")).isEqualTo("token");
            assertThat(request.header("accept-encoding")).isEqualTo("identity");
            assertThat(request.header("cookie")).isNull();
            assertThat(request.header("x-forwarded-for")).isNull();
        }
    }

    @Test
    void aGivenFieldStandsInPlaceOfOurs() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "")) {
            answered(probe(origin, "/", new FieldList(1).add("host", "shop.test"), false));

            assertThat(origin.awaitRequest(1).headers("host")).containsExactly("shop.test");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204, 301, 304, 404, 500, 503})
    void anyStatusIsAnAnswer(int status) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(status, "", "Location: /elsewhere")) {
            assertThat(answered(probe(origin, "/", NONE, false)).status()).isEqualTo(status);
            assertThat(origin.requests()).hasSize(1);
        }
    }

    @Test
    void aBodyOfSixtyFourKibibytesIsReadAndALongerOneIsLeft() throws Exception {
        String largest = "x".repeat(64 * 1024);
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, largest)) {
            assertThat(answered(probe(origin, "/", NONE, false)).text()).isEqualTo(largest);
        }
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, largest + "x")) {
            Answered answer = answered(probe(origin, "/", NONE, false));

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).isEmpty();
        }
    }

    @Test
    void aBodyThatDoesNotEndIsBrokenOffWhenItIsTooLong() throws Exception {
        String much = "x".repeat(64 * 1024);
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
            connection.chunkedHead().sendChunk(much).sendChunk("x");
            assertThat(connection.isClosedByPeer(Duration.ofSeconds(10))).isTrue();
        })) {
            Answered answer = answered(probe(origin, "/", NONE, false));

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).isEmpty();
            origin.awaitOpenConnections(0);
        }
    }

    @Test
    void anAnswerThatIsNotCompleteInTimeIsNoneAndIsBrokenOff() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
            connection.chunkedHead().sendChunk("a part");
            assertThat(connection.isClosedByPeer(Duration.ofSeconds(10))).isTrue();
        })) {
            CompletableFuture<ProbeAnswer> answer =
                    probes.ask(probe(origin, "/", NONE, false)).toCompletableFuture();
            origin.awaitRequest(1);
            assertThat(alarms.at()).isEqualTo(TWO_SECONDS.toNanos());
            assertThat(answer).isNotDone();
            alarms.ring();

            assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo(new Failed(Why.TIMEOUT));
            origin.awaitOpenConnections(0);
        }
    }

    @Test
    void anOriginThatIsDownOrBreaksOffOrSpeaksAnotherTongueIsUnreachable() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Probe nobody = new Probe(Origin.of("http", "127.0.0.1", port, false), "/", NONE, TWO_SECONDS, false);
        assertThat(ask(nobody)).isEqualTo(new Failed(Why.UNREACHABLE));
        for (String said :
                new String[] {"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "SSH-2.0-OpenSSH\r\n\r\n", ""}) {
            try (ScriptedOrigin origin = ScriptedOrigin.playing(connection -> {
                connection.request();
                connection.send(said);
            })) {
                assertThat(ask(probe(origin, "/", NONE, false))).as(said).isEqualTo(new Failed(Why.UNREACHABLE));
            }
        }
    }

    @Test
    void aRedirectIsFollowedWhereItShallBeAndTheTokenStaysWithTheServerItIsFor() throws Exception {
        try (ScriptedOrigin other = ScriptedOrigin.answering(200, "there");
                ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.respond(
                        302,
                        "",
                        request.startLine().contains("/a ")
                                ? "Location: b?c=%20"
                                : "Location: http://" + other.authority() + "/there"))) {
            Answered answer = answered(probe(origin, "/base/a", new FieldList(1).add("Authorization", "token"), true));

            assertThat(answer.text()).isEqualTo("there");
            WireMessage second = origin.awaitRequest(2);
            assertThat(second.startLine()).isEqualTo("GET /base/b?c=%20 HTTP/1.1");
            assertThat(second.header("authorization")).isEqualTo("token");
            assertThat(other.awaitRequest(1).header("authorization")).isNull();
            assertThat(other.awaitRequest(1).header("host")).isEqualTo(other.authority());
        }
    }

    @Test
    void tenRedirectsAreFollowedAndNotOneMore() throws Exception {
        try (ScriptedOrigin origin = countdown()) {
            assertThat(answered(probe(origin, "/10", NONE, true)).status()).isEqualTo(200);
            assertThat(origin.requests()).hasSize(11);
        }
        try (ScriptedOrigin origin = countdown()) {
            assertThat(ask(probe(origin, "/11", NONE, true))).isEqualTo(new Failed(Why.REDIRECT));
            assertThat(origin.requests()).hasSize(11);
        }
    }

    /** Redirects from {@code /n} to {@code /n-1}, and answers at {@code /0}. */
    private static ScriptedOrigin countdown() throws IOException {
        return ScriptedOrigin.replying((request, connection) -> {
            int left = Integer.parseInt(request.startLine().substring(5).replace(" HTTP/1.1", ""));
            if (left == 0) {
                connection.respond(200, "");
            } else {
                connection.respond(308, "", "Location: /" + (left - 1));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ftp://127.0.0.1/", "mailto:x@y.test", "http://me:pw@127.0.0.1/", "http://", "::", "file:///x"})
    void aRedirectToSomethingElseThanTheWebIsNoAnswer(String location) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(302, "", "Location: " + location)) {
            assertThat(ask(probe(origin, "/", NONE, true))).isEqualTo(new Failed(Why.REDIRECT));
        }
    }

    @Test
    void aRedirectWithoutAGoalIsAnAnswerLikeAnyOther() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(302, "")) {
            assertThat(answered(probe(origin, "/", NONE, true)).status()).isEqualTo(302);
        }
    }

    @Test
    void theTimeIsForAllRedirectsTogether() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
            if (request.startLine().contains("/slow")) {
                connection.hold();
            } else {
                alarms.clock().advance(Duration.ofSeconds(1));
                connection.respond(302, "", "Location: /slow");
            }
        })) {
            CompletableFuture<ProbeAnswer> answer =
                    probes.ask(probe(origin, "/", NONE, true)).toCompletableFuture();
            origin.awaitRequest(2);
            assertThat(alarms.at()).isEqualTo(TWO_SECONDS.toNanos());
            alarms.ring();

            assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo(new Failed(Why.TIMEOUT));
        }
    }

    private static Probe probe(ScriptedOrigin origin, String path, Fields fields, boolean follows) {
        return new Probe(Origin.of("http", "127.0.0.1", origin.port(), false), path, fields, TWO_SECONDS, follows);
    }

    private ProbeAnswer ask(Probe probe) throws Exception {
        return probes.ask(probe).toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private Answered answered(Probe probe) throws Exception {
        ProbeAnswer answer = ask(probe);
        assertThat(answer).isInstanceOf(Answered.class);
        return (Answered) answer;
    }
}
