package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each phase has its own deadline and none reaches into the next. */
class DeadlineTest {

    @ParameterizedTest
    @EnumSource
    void aHeadThatDoesNotComeIs504AndTheUpstreamIsLetGo(Front.Kind kind) throws Exception {
        boolean[] closed = new boolean[1];
        try (ScriptedOrigin origin = ScriptedOrigin.replying(
                        (request, connection) -> closed[0] = connection.isClosedByPeer(Duration.ofSeconds(5)));
                Front front = Front.servlet(kind, "", Tables.all(origin, "'timeoutMs': 150"));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.status()).isEqualTo(504);
            assertThat(response.text()).startsWith("{\"error\":\"upstream_timeout\",\"requestId\":\"");
            assertThat(response.header("Cache-Control")).isEqualTo("no-store");
            origin.awaitOpenConnections(0);
            assertThat(closed[0]).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStreamMayOutliveTheDeadlineOfItsHead(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.chunkedHead("Content-Type: text/event-stream");
                    for (int i = 0; i < 8; i++) {
                        pause(50);
                        connection.sendChunk("data: " + i + "\n\n");
                    }
                    connection.sendChunk("");
                });
                Front front = Front.servlet(kind, "", Tables.all(origin, "'timeoutMs': 150", "'totalTimeoutMs': 200"));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.ending()).isEqualTo(WireMessage.Ending.CLEAN);
            assertThat(response.text()).contains("data: 0", "data: 7");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFirstByteThatDoesNotComeBreaksTheStreamButNotTheStatus(Front.Kind kind) throws Exception {
        boolean[] closed = new boolean[1];
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.chunkedHead();
                    closed[0] = connection.isClosedByPeer(Duration.ofSeconds(5));
                });
                Front front = Front.servlet(
                        kind, "", Tables.all(origin, "'firstChunkTimeoutMs': 200", "'streamIdleTimeoutMs': 10000"));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.ending()).isEqualTo(WireMessage.Ending.BROKEN_OFF);
            origin.awaitOpenConnections(0);
            assertThat(closed[0]).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFirstByteThatDoesNotComeBreaksABodyOfKnownLengthToo(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection
                        .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
                        .hold());
                Front front = Front.servlet(kind, "", Tables.all(origin, "'firstChunkTimeoutMs': 200"));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.ending()).isEqualTo(WireMessage.Ending.BROKEN_OFF);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSilenceThatLastsTooLongBreaksTheStream(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) ->
                        connection.chunkedHead().sendChunk("some").hold());
                Front front = Front.servlet(
                        kind, "", Tables.all(origin, "'firstChunkTimeoutMs': 10000", "'streamIdleTimeoutMs': 150"));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.text()).isEqualTo("some");
            assertThat(response.ending()).isEqualTo(WireMessage.Ending.BROKEN_OFF);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSlowStarterIsNotKilledByTheIdleDeadline(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.chunkedHead();
                    pause(250);
                    connection.sendChunk("late").sendChunk("");
                });
                Front front = Front.servlet(
                        kind, "", Tables.all(origin, "'firstChunkTimeoutMs': 5000", "'streamIdleTimeoutMs': 50"));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.text()).isEqualTo("late");
            assertThat(response.ending()).isEqualTo(WireMessage.Ending.CLEAN);
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepAliveFramesOfTheUpstreamCountAndNoneAreAdded(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.chunkedHead("Content-Type: text/event-stream");
                    for (int i = 0; i < 5; i++) {
                        connection.sendChunk(":\n\n");
                        pause(250);
                    }
                    connection.sendChunk("data: 1\n\n").sendChunk("");
                });
                Front front = Front.servlet(kind, "", Tables.all(origin, "'streamIdleTimeoutMs': 600"));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "s").response();
            assertThat(response.ending()).isEqualTo(WireMessage.Ending.CLEAN);
            assertThat(response.text()).isEqualTo(":\n\n".repeat(5) + "data: 1\n\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatDoesNotReadIsNotTakenForASilentUpstream(Front.Kind kind) throws Exception {
        byte[] body = new byte[24 << 20]; // more than all buffers on the way can hold
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n");
                    connection.send(body);
                });
                Front front = Front.servlet(kind, "", Tables.all(origin, "'streamIdleTimeoutMs': 300"));
                RawClient client = RawClient.to(front.port())) {
            client.get("/", "s");
            pause(1200);
            WireMessage response = client.response();
            assertThat(response.ending()).isEqualTo(WireMessage.Ending.CLEAN);
            assertThat(response.body()).hasSize(body.length);
        }
    }

    @ParameterizedTest
    @EnumSource
    void retriesStopAtTheTotalDeadline(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.hold());
                Front front = Front.servlet(
                        kind,
                        "",
                        Tables.all(
                                origin,
                                "'timeoutMs': 100",
                                "'totalTimeoutMs': 350",
                                "'retries': 50",
                                "'retryBackoffMs': 10"));
                RawClient client = RawClient.to(front.port())) {
            long start = System.nanoTime();
            assertThat(client.get("/", "site.test").response().status()).isEqualTo(504);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
            assertThat(origin.requests().size()).isBetween(2, 4);
        }
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
