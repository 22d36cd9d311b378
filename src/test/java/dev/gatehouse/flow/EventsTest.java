package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.event.StreamEnd;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each request that a route claims is told once, with what really happened. */
class EventsTest extends WatchedFlow {

    private static StreamEnd end(ProxyEvent event) throws Exception {
        return Objects.requireNonNull(event.stream()).toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerIsToldWithItsStream(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(404, "gone", "Location: /elsewhere");
                Front front =
                        front(kind, Tables.route("/api", origin.authority(), "'id': 'api'", "'stripPrefix': true"));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/api/%61?secret=1", "s").response();
            ProxyEvent event = next();
            assertThat(event.routeId()).isEqualTo("api");
            assertThat(event.requestId()).isEqualTo(response.header("X-Request-Id"));
            assertThat(event.upstream()).isEqualTo(origin.authority());
            assertThat(event.method()).isEqualTo("GET");
            assertThat(event.path()).isEqualTo("/api/%61");
            assertThat(event.status()).isEqualTo(404);
            assertThat(event.attempts()).isEqualTo(1);
            assertThat(event.outcome()).isEqualTo(Outcome.OK);
            assertThat(event.redirectRewritten()).isTrue();
            StreamEnd end = end(event);
            assertThat(end.outcome()).isEqualTo(StreamEnd.Way.COMPLETE);
            assertThat(end.bytes()).isEqualTo(4);
            assertThat(events).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void edgeAnswersFailuresAndRefusalsAreToldWithoutAStream(Front.Kind kind) throws Exception {
        try (ScriptedOrigin silent = ScriptedOrigin.replying((request, connection) -> connection.hold());
                ScriptedOrigin rude = ScriptedOrigin.replying((request, connection) -> connection.reset());
                Front front = front(
                        kind,
                        "{\"match\": {\"path\": \"/edge\"}, \"respond\": {\"status\": 204}}",
                        Tables.route("/silent", silent.authority(), "'timeoutMs': 100"),
                        Tables.route("/rude", rude.authority(), "'retries': 1", "'retryBackoffMs': 1"));
                RawClient client = RawClient.to(front.port())) {
            client.get("/edge", "s").response();
            assertEvent("", 204, 0, Outcome.RESPONDED);
            client.get("/silent", "s").response();
            assertEvent(silent.authority(), 504, 1, Outcome.TIMEOUT);
            client.get("/rude", "s").response();
            assertEvent(rude.authority(), 502, 2, Outcome.UNREACHABLE);
            client.send("GET /rude/ws HTTP/1.1\r\nHost: s\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
                            + "Sec-WebSocket-Key: x\r\n\r\n")
                    .response();
            assertEvent("", 501, 0, Outcome.REFUSED);
        }
    }

    private void assertEvent(String upstream, int status, int attempts, Outcome outcome) throws Exception {
        ProxyEvent event = next();
        assertThat(event.upstream()).isEqualTo(upstream);
        assertThat(event.status()).isEqualTo(status);
        assertThat(event.attempts()).isEqualTo(attempts);
        assertThat(event.outcome()).isEqualTo(outcome);
        assertThat(event.stream()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatLeavesIs499BeforeTheHeadAndClientClosedAfterIt(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    if (request.target().equals("/stream")) {
                        connection.chunkedHead().sendChunk("some");
                    }
                    while (!connection.isClosedByPeer(Duration.ofMillis(20))) {
                        if (request.target().equals("/stream")) {
                            connection.sendChunk("more");
                        }
                    }
                });
                Front front = front(kind, Tables.route("/", origin.authority()))) {
            RawClient first = RawClient.to(front.port());
            first.send("POST /early HTTP/1.1\r\nHost: s\r\nContent-Length: 100\r\n\r\npart of it");
            first.reset();
            ProxyEvent event = next();
            assertThat(event.status()).isEqualTo(499);
            assertThat(event.outcome()).isEqualTo(Outcome.CLIENT_CLOSED);
            assertThat(event.attempts()).isEqualTo(1);

            RawClient second = RawClient.to(front.port());
            second.get("/stream", "s").responseHead();
            second.chunk();
            second.reset();
            event = next();
            assertThat(event.status()).isEqualTo(200);
            StreamEnd end = end(event);
            assertThat(end.outcome()).isEqualTo(StreamEnd.Way.CLIENT_CLOSED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyWayInWhichAStreamBreaksHasItsName(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.chunkedHead();
                    if (request.target().equals("/first")) {
                        connection.hold();
                    }
                    connection.sendChunk("some");
                    if (request.target().equals("/idle")) {
                        connection.hold();
                    }
                    connection.reset();
                });
                Front front = front(
                        kind,
                        Tables.route(
                                "/", origin.authority(), "'firstChunkTimeoutMs': 150", "'streamIdleTimeoutMs': 150"))) {
            assertWay(front, "/first", StreamEnd.Way.FIRST_CHUNK_TIMEOUT, 0);
            assertWay(front, "/idle", StreamEnd.Way.IDLE_TIMEOUT, 4);
            assertWay(front, "/reset", StreamEnd.Way.UPSTREAM_RESET, -1);
        }
    }

    private void assertWay(Front front, String path, StreamEnd.Way way, int bytes) throws Exception {
        try (RawClient client = RawClient.to(front.port())) {
            client.get(path, "s");
            assertThat(client.isClosedByPeer(Duration.ofSeconds(5))).isTrue();
            ProxyEvent event = next();
            assertThat(event.status()).isEqualTo(200);
            StreamEnd end = end(event);
            assertThat(end.outcome()).isEqualTo(way);
            if (bytes >= 0) {
                assertThat(end.bytes()).isEqualTo(bytes);
            }
        }
    }
}
