package dev.gatehouse.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.testkit.WireMessage.Ending;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The tools that tests trust. */
class TestkitTest {

    @Test
    void theClockMovesOnlyByHand() {
        ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");

        clock.advance(Duration.ofMillis(1500));

        assertThat(clock.instant()).isEqualTo(Instant.parse("2030-01-01T00:00:01.500Z"));
        assertThat(clock.getAsLong()).isEqualTo(1_500_000_000L);
        assertThat(clock.withZone(ZoneId.of("Europe/Berlin")).instant()).isEqualTo(clock.instant());
    }

    @Test
    void everyCutGivesTheInputBack() {
        byte[] input = "hello world".getBytes(StandardCharsets.US_ASCII);

        assertThat(ByteCutter.inTwo(input)).hasSize(12);
        assertThat(ByteCutter.inPiecesOf(3, input))
                .extracting(piece -> piece.length)
                .containsExactly(3, 3, 3, 2);
        for (List<byte[]> pieces : ByteCutter.everyWay(input, 1)) {
            assertThat(joined(pieces)).isEqualTo(input);
        }
        assertThat(joined(ByteCutter.atRandom(input, 1, new Random(1)))).isEqualTo(input);
        assertThat(ByteCutter.everyWay(new byte[0], 1)).isNotEmpty();
    }

    @Test
    void requestsAreKeptAsTheyCame() throws IOException {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok", "X-A: 1", "X-A: 2");
                RawClient client = RawClient.to(origin.port())) {
            client.send("POST /%41?q HTTP/1.1\r\nHost: A\r\nx-B: 1\r\nX-b:2\r\nContent-Length: 3\r\n\r\nabc");
            WireMessage response = client.response();

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.text()).isEqualTo("ok");
            assertThat(response.ending()).isEqualTo(Ending.CLEAN);
            assertThat(response.headers("x-a")).containsExactly("1", "2");
            WireMessage request = origin.awaitRequest(1);
            assertThat(request.startLine()).isEqualTo("POST /%41?q HTTP/1.1");
            assertThat(request.target()).isEqualTo("/%41?q");
            assertThat(request.headers())
                    .containsExactly(
                            Map.entry("Host", "A"),
                            Map.entry("x-B", "1"),
                            Map.entry("X-b", "2"),
                            Map.entry("Content-Length", "3"));
            assertThat(request.text()).isEqualTo("abc");
        }
    }

    @Test
    void aConnectionServesSeveralRequestsAndIsCounted() throws IOException {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(204, "")) {
            try (RawClient client = RawClient.to(origin.port())) {
                client.get("/1", "a").get("/2", "a");
                assertThat(client.response().status()).isEqualTo(204);
                assertThat(client.response().status()).isEqualTo(204);
                assertThat(origin.awaitRequest(2).target()).isEqualTo("/2");
                origin.awaitOpenConnections(1);
            }
            origin.awaitOpenConnections(0);
            assertThat(origin.connections()).isEqualTo(1);
        }
    }

    @Test
    void chunkedBodiesEndCleanlyOrAreSeenToBreakOff() throws IOException {
        try (ScriptedOrigin origin = ScriptedOrigin.playing(connection -> {
            connection.request();
            connection.chunkedHead("X: y").sendChunk("é1").sendChunk("2");
            if (connection.number() == 0) {
                connection.sendChunk("");
            }
        })) {
            assertThat(responseOf(origin).ending()).isEqualTo(Ending.CLEAN);
            WireMessage broken = responseOf(origin);
            assertThat(broken.ending()).isEqualTo(Ending.BROKEN_OFF);
            assertThat(broken.text()).isEqualTo("é12");
        }
    }

    @Test
    void aWrongLengthAndAResetAreSeenToBreakOff() throws IOException {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
            if (connection.number() == 0) {
                connection.close();
            } else {
                connection.reset();
            }
        })) {
            assertThat(responseOf(origin).ending()).isEqualTo(Ending.BROKEN_OFF);
            assertThat(responseOf(origin).ending()).isEqualTo(Ending.BROKEN_OFF);
        }
    }

    @Test
    void aBodyWithoutLengthEndsWithTheConnection() throws IOException {
        try (ScriptedOrigin origin = ScriptedOrigin.playing(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\n\r\nabc");
        })) {
            WireMessage response = responseOf(origin);
            assertThat(response.ending()).isEqualTo(Ending.WITH_CONNECTION);
            assertThat(response.text()).isEqualTo("abc");
        }
    }

    @Test
    void interimResponsesAndSplitHeadsAreReadOneByOne() throws IOException {
        byte[] all = "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n."
                .getBytes(StandardCharsets.US_ASCII);
        try (ScriptedOrigin origin = ScriptedOrigin.replying(
                        (request, connection) -> connection.send(ByteCutter.inPiecesOf(1, all)));
                RawClient client = RawClient.to(origin.port())) {
            client.get("/", "a");
            assertThat(client.response().status()).isEqualTo(103);
            assertThat(client.response().text()).isEqualTo(".");
        }
    }

    @Test
    void anOriginIsSilentUntilReleased() throws IOException {
        try (ScriptedOrigin origin = ScriptedOrigin.replying(
                        (request, connection) -> connection.hold().respond(200, "late"));
                RawClient client = RawClient.to(origin.port())) {
            client.get("/", "a");
            origin.awaitRequest(1);
            client.waitAtMost(Duration.ofMillis(50));
            assertThatThrownBy(client::response).isInstanceOf(SocketTimeoutException.class);

            origin.release();
            client.waitAtMost(Duration.ofSeconds(5));
            assertThat(client.response().text()).isEqualTo("late");
        }
    }

    @Test
    void anOriginNoticesThatItsClientIsGone() throws Exception {
        CompletableFuture<Boolean> before = new CompletableFuture<>();
        CompletableFuture<Boolean> after = new CompletableFuture<>();
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
            before.complete(connection.isClosedByPeer(Duration.ofMillis(50)));
            after.complete(connection.isClosedByPeer(Duration.ofSeconds(5)));
        })) {
            RawClient client = RawClient.to(origin.port());
            client.get("/", "a");
            assertThat(before.get(5, TimeUnit.SECONDS)).isFalse();
            client.reset();
            assertThat(after.get(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aClientNoticesThatItsPeerIsGone() throws IOException {
        try (ScriptedOrigin origin = ScriptedOrigin.playing(connection -> connection.hold());
                RawClient client = RawClient.to(origin.port())) {
            assertThat(client.isClosedByPeer(Duration.ofMillis(50))).isFalse();
            origin.release();
            assertThat(client.isClosedByPeer(Duration.ofSeconds(5))).isTrue();
        }
    }

    private static WireMessage responseOf(ScriptedOrigin origin) throws IOException {
        try (RawClient client = RawClient.to(origin.port())) {
            return client.get("/", "a").response();
        }
    }

    private static byte[] joined(List<byte[]> pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        pieces.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
