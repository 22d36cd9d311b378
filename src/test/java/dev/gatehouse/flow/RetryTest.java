package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.OriginConnection;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When another attempt follows a failure, and what the client gets when none does. */
class RetryTest {

    private static final String[] TWO_RETRIES = {"'retries': 2", "'retryBackoffMs': 5"};

    @ParameterizedTest
    @EnumSource
    void anIdempotentRequestIsRepeatedAfterAReset(Front.Kind kind) throws Exception {
        int[] count = new int[1];
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    if (++count[0] < 3) {
                        connection.reset();
                    } else {
                        connection.respond(200, "third time lucky");
                    }
                });
                Front front = Front.servlet(kind, "", Tables.all(origin, TWO_RETRIES));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.text()).isEqualTo("third time lucky");
            assertThat(origin.requests()).hasSize(3);
            assertThat(origin.requests().stream()
                            .map(r -> r.header("X-Request-Id"))
                            .distinct())
                    .as("one id for all attempts")
                    .containsExactly(response.header("X-Request-Id"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void attemptsAreSpentAfterTheLastRetry(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.reset());
                Front front = Front.servlet(kind, "", Tables.all(origin, TWO_RETRIES));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.status()).isEqualTo(502);
            assertThat(response.text()).startsWith("{\"error\":\"upstream_unreachable\"");
            assertThat(origin.requests()).hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUpstreamThatRefusesConnectionsIs502(Front.Kind kind) throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            free = socket.getLocalPort();
        }
        String page = "'errorPages': {'502': {'body': '<h1>down</h1>', 'contentType': 'text/html'}}";
        String route = Tables.route("/", "127.0.0.1:" + free, page);
        try (Front front = Front.servlet(kind, "", Tables.settings(route));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.status()).isEqualTo(502);
            assertThat(response.text()).isEqualTo("<h1>down</h1>");
            assertThat(response.header("Content-Type")).isEqualTo("text/html");
            assertThat(response.header("X-Request-Id")).isNotNull();
            WireMessage head =
                    client.send("HEAD / HTTP/1.1\r\nHost: site.test\r\n\r\n").responseToHead();
            assertThat(head.status()).isEqualTo(502);
            assertThat(head.header("Content-Length")).isEqualTo("13");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerIsNeverRetriedWhateverItsStatus(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(503, "busy", "X-Own: yes");
                Front front = Front.servlet(
                        kind,
                        "",
                        Tables.all(
                                origin,
                                "'retries': 2",
                                "'errorPages': {'503': {'body': 'ours', 'contentType': 'text/plain'}}"));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.text()).isEqualTo("busy");
            assertThat(response.header("X-Own")).isEqualTo("yes");
            assertThat(origin.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestWithABodyIsNotRepeated(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.reset());
                Front front = Front.servlet(kind, "", Tables.all(origin, TWO_RETRIES));
                RawClient client = RawClient.to(front.port())) {
            client.send("PUT / HTTP/1.1\r\nHost: site.test\r\nContent-Length: 4\r\n\r\nbody");
            assertThat(client.response().status()).isEqualTo(502);
            client.send("POST / HTTP/1.1\r\nHost: site.test\r\nContent-Length: 0\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(502);
            assertThat(origin.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotHttpIs502AndTheConnectionIsNotUsedAgain(Front.Kind kind) throws Exception {
        String[] broken = {
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 banana\r\n\r\n",
            "SSH-2.0-OpenSSH\r\n",
            "HTTP/1.1 200 OK\r\nno colon here\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
        };
        for (String answer : broken) {
            try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> reply(connection, answer));
                    Front front = Front.servlet(kind, "", Tables.all(origin, "'timeoutMs': 3000"));
                    RawClient client = RawClient.to(front.port())) {
                assertThat(client.get("/", "site.test").response().status())
                        .as(answer)
                        .isEqualTo(502);
                int before = origin.connections();
                client.get("/", "site.test").response();
                assertThat(origin.connections()).as(answer).isGreaterThan(before);
            }
        }
    }

    private static void reply(OriginConnection connection, String answer) throws IOException {
        connection.send(answer);
        if (!connection.isClosedByPeer(java.time.Duration.ofSeconds(2))) {
            connection.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesBeyondTheAnnouncedLengthNeverReachAnyone(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) ->
                        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n"
                                + "Content-Length: 6\r\n\r\nsecret"));
                Front front = Front.servlet(kind, "", Tables.all(origin, "'timeoutMs': 2000"));
                RawClient client = RawClient.to(front.port())) {
            for (int i = 0; i < 4; i++) {
                WireMessage response = client.get("/", "site.test").response();
                assertThat(response.text()).isNotEqualTo("secret");
            }
        }
    }
}
