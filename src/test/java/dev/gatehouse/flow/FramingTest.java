package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests whose framing or paths try to mean two things at once. None is forwarded as something else. */
class FramingTest {

    private static final String SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: s\r\n\r\n";

    @ParameterizedTest
    @EnumSource
    void requestsThatCannotBeFramedNeverSmuggleAnother(Front.Kind kind) throws Exception {
        List<String> heads = List.of(
                "Content-Length: 5\r\nTransfer-Encoding: chunked", // BUG-4
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", // BUG-5
                "Transfer-Encoding: gzip", // BUG-7
                "Transfer-Encoding: chunked, gzip",
                "Content-Length:", // BUG-10
                "Content-Length: +5", // BUG-12
                "Content-Length: 0x10",
                "Content-Length: 5,5",
                "Content-Length: 5\r\nContent-Length: 6",
                "Content-Length: -1");
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok");
                Front front = Front.servlet(kind, "", Tables.all(origin))) {
            for (String head : heads) {
                try (RawClient client = RawClient.to(front.port())) {
                    client.send("POST /first HTTP/1.1\r\nHost: s\r\n" + head + "\r\n\r\n0\r\n\r\n" + SMUGGLED);
                    client.waitAtMost(Duration.ofSeconds(3));
                    int status = firstStatus(client);
                    assertThat(status == 200 || status == 400 || status == 501 || status == 0)
                            .as(head + " " + status)
                            .isTrue();
                    assertThat(client.isClosedByPeer(Duration.ofSeconds(3)))
                            .as(head)
                            .isTrue();
                }
            }
            assertThat(origin.requests()).extracting(WireMessage::target).doesNotContain("/smuggled");
        }
    }

    private static int firstStatus(RawClient client) {
        try {
            return client.response().status();
        } catch (IOException closedWithoutAWord) {
            return 0;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBodyOnHeadIsReadAndNotTakenForARequest(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying(
                        (request, connection) -> connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
                                + (request.method().equals("HEAD") ? "" : "ok")));
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            client.send("HEAD /a HTTP/1.1\r\nHost: s\r\nContent-Length: " + SMUGGLED.length() + "\r\n\r\n" + SMUGGLED);
            assertThat(client.responseToHead().status()).isEqualTo(200);
            assertThat(client.get("/b", "s").response().status()).isEqualTo(200);
            assertThat(origin.requests()).extracting(WireMessage::target).containsExactly("/a", "/b");
        }
    }

    @ParameterizedTest
    @EnumSource
    void hostsThatAreNoneAreRefused(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok");
                Front front = Front.servlet(kind, "", Tables.all(origin))) {
            for (String host : List.of("a b", "a:99999", "a:b", "a\0.b", "a@b", "a/b", "[::1")) {
                try (RawClient client = RawClient.to(front.port())) {
                    int status = statusOf(client, "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
                    assertThat(status).as(host).isEqualTo(400);
                }
            }
            assertThat(origin.requests()).isEmpty();
        }
    }

    private static int statusOf(RawClient client, String request) throws IOException {
        return client.send(request).response().status();
    }

    @ParameterizedTest
    @EnumSource
    void pathsThatClimbOutOfTheirRouteNeverReachItsUpstream(Front.Kind kind) throws Exception {
        List<String> paths = List.of(
                "/public/..%2fadmin",
                "/public/../admin",
                "/public/%2e%2e/admin",
                "/public/..;x=1/admin",
                "/public/%00",
                "/public/..%5cadmin",
                "/%61dmin",
                "//admin",
                "/admin;x",
                "/admin/%2e");
        try (ScriptedOrigin open = ScriptedOrigin.answering(200, "open");
                ScriptedOrigin guarded = ScriptedOrigin.answering(200, "guarded");
                Front front = Front.servlet(
                        kind,
                        "",
                        Tables.settings(
                                Tables.route("/admin", guarded.authority()), Tables.route("/", open.authority())))) {
            for (String path : paths) {
                try (RawClient client = RawClient.to(front.port())) {
                    int status = statusOf(client, "GET " + path + " HTTP/1.1\r\nHost: s\r\n\r\n");
                    assertThat(status).as(path).isIn(200, 400, 404);
                }
            }
            assertThat(open.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theTargetNeverComesFromTheRequest(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok");
                Front front = Front.servlet(kind, "", Tables.all(origin))) {
            for (String target :
                    List.of("http://s/x@evil.test/", "/@evil.test/", "//evil.test/x", "/http://evil.test/")) {
                try (RawClient client = RawClient.to(front.port())) {
                    client.send("GET " + target + " HTTP/1.1\r\nHost: s\r\n\r\n")
                            .response();
                }
            }
            assertThat(origin.requests())
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(request -> assertThat(request.header("Host")).isEqualTo(origin.authority()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void expectationsAreMetHereAndNotForwarded(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin =
                        ScriptedOrigin.replying((request, connection) -> connection.respond(200, request.text()));
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            for (int i = 0; i < 2; i++) { // BUG-33: twice on one connection
                client.send("POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
                assertThat(client.responseHead()).startsWith("HTTP/1.1 100");
                client.send("body");
                assertThat(client.response().text()).isEqualTo("body");
            }
            assertThat(origin.requests())
                    .allSatisfy(request -> assertThat(request.header("Expect")).isNull());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRefusalDoesNotAskForTheBodyFirst(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok");
                Front front = Front.servlet(kind, "", Tables.settings(Tables.route("/a", origin.authority())))) {
            for (String target : new String[] {"/none", "/a/%2e%2e/none"}) {
                try (RawClient client = RawClient.to(front.port())) {
                    client.send("POST " + target
                            + " HTTP/1.1\r\nHost: s\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
                    String head = client.responseHead();
                    if (kind == Front.Kind.TOMCAT && head.startsWith("HTTP/1.1 100")) {
                        head = client.responseHead(); // its connector has sent that before anybody was asked
                    }
                    assertThat(head).startsWith("HTTP/1.1 4");
                }
            }
            assertThat(origin.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void interimResponsesDoNotHangOrLeak(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.send(
                        "HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\nLink: </a.css>; rel=preload\r\nX-Not: 1\r\n\r\n"
                                + "HTTP/1.1 100 C\r\n\r\nHTTP/1.1 103 E\r\nLink: </b.css>; rel=preload\r\n\r\n"
                                + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfinal"));
                Front front = Front.servlet(kind, "/ctx", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            for (int i = 0; i < 3; i++) {
                client.get("/ctx/", "s");
                assertThat(client.responseHead())
                        .startsWith("HTTP/1.1 103")
                        .contains("Link: </ctx/a.css>")
                        .doesNotContain("X-Not");
                assertThat(client.responseHead()).startsWith("HTTP/1.1 103").contains("Link: </ctx/b.css>");
                WireMessage last = client.response();
                assertThat(last.text()).isEqualTo("final");
                assertThat(last.headers("Link"))
                        .as("hints are no part of the final head")
                        .isEmpty();
            }
            assertThat(origin.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void upgradesAreRefusedPlainlyUntilTheyAreSupported(Front.Kind kind) throws Exception {
        String handshake = "GET / HTTP/1.1\r\nHost: s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ordinary");
                Front on = Front.servlet(kind, "", Tables.all(origin));
                Front off = Front.servlet(kind, "", Tables.all(origin, "'websocket': false"));
                RawClient first = RawClient.to(on.port());
                RawClient second = RawClient.to(off.port())) {
            assertThat(statusOf(first, handshake)).isEqualTo(501);
            assertThat(origin.requests()).isEmpty();
            assertThat(statusOf(second, handshake)).isEqualTo(200);
            WireMessage seen = origin.awaitRequest(1);
            assertThat(seen.header("Upgrade")).isNull();
            assertThat(seen.header("Sec-WebSocket-Key")).isNull();
        }
    }
}
