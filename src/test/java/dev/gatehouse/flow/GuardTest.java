package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.guard.LinkSignature;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.OriginConnection;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a guard refuses reaches nobody, is answered in one shape and told once. */
class GuardTest extends WatchedFlow {

    @ParameterizedTest
    @EnumSource
    void aRefusedRequestReachesNobodyAndIsToldOnce(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "secret");
                Front front = front(kind, Tables.route("/", origin.authority(), "'ip': {'deny': ['127.0.0.0/8']}"));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.status()).isEqualTo(403);
            assertThat(response.header("Content-Type")).isEqualTo("application/json");
            assertThat(response.header("Cache-Control")).isEqualTo("no-store");
            assertThat(response.text())
                    .isEqualTo(
                            "{\"error\":\"ip_forbidden\",\"requestId\":\"" + response.header("X-Request-Id") + "\"}");
            ProxyEvent event = next();
            assertThat(event.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(event.guardReason()).isEqualTo("ip");
            assertThat(event.attempts()).isZero();
            assertThat(event.status()).isEqualTo(403);
            assertThat(event.upstream()).isEmpty();
            assertThat(origin.connections()).isZero();
            assertThat(events).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerOfTheRouteItselfIsGuardedToo(Front.Kind kind) throws Exception {
        String route =
                "{\"match\": {\"path\": \"/\"}, \"respond\": {\"status\": 200, \"body\": \"secret\", \"contentType\": \"text/plain\"}, "
                        + "\"requestPolicy\": {\"allowedMethods\": [\"GET\"]}}";
        try (Front front = front(kind, route);
                RawClient client = RawClient.to(front.port())) {
            WireMessage refused =
                    client.send("DELETE / HTTP/1.1\r\nHost: site.test\r\n\r\n").response();
            assertThat(refused.status()).isEqualTo(405);
            assertThat(refused.header("Allow")).isEqualTo("GET");
            assertThat(client.get("/", "site.test").response().text()).isEqualTo("secret");
            assertThat(next().guardReason()).isEqualTo("method");
            ProxyEvent answered = next();
            assertThat(answered.outcome()).isEqualTo(Outcome.RESPONDED);
            assertThat(answered.guardReason()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSignedLinkTravelsOnWithItsSignature(Front.Kind kind) throws Exception {
        String query = "sig=i5QNTWSFX3Ov65nZd5CmRAE-CN9FpINmkWw3k8i9NcI&exp=1";
        System.setProperty("GUARD_TEST_LINKS", "s3cret");
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "file");
                Front front = front(
                        kind,
                        Tables.route("/", origin.authority(), "'signedLink': {'secretBinding': 'GUARD_TEST_LINKS'}"));
                RawClient client = RawClient.to(front.port())) {
            WireMessage expired = client.get("/?" + query, "s").response();
            assertThat(expired.text()).contains("signed_link_invalid");
            assertThat(next().guardReason()).isEqualTo("signed_link");
            long expires = System.currentTimeMillis() / 1000 + 60;
            String valid =
                    "/a%20b?x=1&exp=" + expires + "&sig=" + LinkSignature.text("s3cret", "/a%20b", expires, Map.of());
            assertThat(client.get(valid, "s").response().text()).isEqualTo("file");
            assertThat(origin.awaitRequest(1).target()).isEqualTo(valid);
        } finally {
            System.clearProperty("GUARD_TEST_LINKS");
        }
    }

    // CORS

    private static final String CORS =
            "'cors': {'origins': ['https://app.test'], 'credentials': true}, 'requestPolicy': {'allowedMethods': ['GET']}";

    @ParameterizedTest
    @EnumSource
    void aPreflightIsAnsweredWithoutTheUpstream(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "x");
                Front front = front(kind, Tables.route("/", origin.authority(), CORS));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.send("OPTIONS / HTTP/1.1\r\nHost: site.test\r\nOrigin: https://app.test\r\n"
                            + "Access-Control-Request-Method: PUT\r\n\r\n")
                    .response();
            assertThat(response.status()).isEqualTo(204);
            assertThat(response.header("Access-Control-Allow-Origin")).isEqualTo("https://app.test");
            assertThat(response.header("X-Request-Id")).isNotNull();
            assertThat(next().outcome()).isEqualTo(Outcome.RESPONDED);
            assertThat(origin.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyAnswerOfTheRouteSaysWhoMayReadIt(Front.Kind kind) throws Exception {
        String failing = Tables.route("/down", "127.0.0.1:1", CORS);
        String edge =
                "{\"match\": {\"path\": \"/edge\"}, \"respond\": {\"status\": 200, \"body\": \"x\", \"contentType\": \"text/plain\"}, "
                        + CORS.replace('\'', '"') + "}";
        try (ScriptedOrigin origin =
                        ScriptedOrigin.answering(200, "x", "Access-Control-Allow-Origin: *", "Vary: Accept");
                Front front = front(kind, edge, failing, Tables.route("/", origin.authority(), CORS));
                RawClient client = RawClient.to(front.port())) {
            for (String request : List.of("GET /", "GET /edge", "GET /down", "PUT /", "GET /a/%00")) {
                WireMessage response = client.send(
                                request + " HTTP/1.1\r\nHost: site.test\r\nOrigin: https://app.test\r\n\r\n")
                        .response();
                if (response.status() == 400) {
                    continue; // the container's own
                }
                assertThat(response.headers("Access-Control-Allow-Origin"))
                        .as(request + " " + response.status())
                        .containsExactly("https://app.test");
                assertThat(String.join(",", response.headers("Vary"))).contains("Origin");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOriginOutsideTheListIsStillServed(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "x");
                Front front = front(kind, Tables.route("/", origin.authority(), CORS));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.send("GET / HTTP/1.1\r\nHost: s\r\nOrigin: https://evil.test\r\n\r\n")
                    .response();
            assertThat(response.text()).isEqualTo("x");
            assertThat(response.header("Access-Control-Allow-Origin")).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutCorsAnOptionsRequestIsForwarded(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "asked");
                Front front = front(kind, Tables.route("/", origin.authority()));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.send("OPTIONS / HTTP/1.1\r\nHost: s\r\nOrigin: https://a.test\r\n"
                            + "Access-Control-Request-Method: PUT\r\n\r\n")
                    .response();
            assertThat(response.text()).isEqualTo("asked");
        }
    }

    // Body size

    private static final String UP_TO_TEN = "'requestPolicy': {'maxBodyBytes': 10}";

    @ParameterizedTest
    @EnumSource
    void anAnnouncedBodyThatIsTooLongIsRefusedUnread(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "x");
                Front front = front(kind, Tables.route("/", origin.authority(), UP_TO_TEN));
                RawClient client = RawClient.to(front.port())) {
            WireMessage refused = client.send("POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 11\r\n\r\nhello world")
                    .response();
            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.text()).contains("payload_too_large");
            assertThat(next().guardReason()).isEqualTo("body_size");
            assertThat(origin.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBodyOfExactlyTheBoundPassesAnnouncedOrNot(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying(
                        (request, connection) -> connection.respond(200, "got " + request.text()));
                Front front = front(kind, Tables.route("/", origin.authority(), UP_TO_TEN));
                RawClient client = RawClient.to(front.port())) {
            assertThat(client.send("POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 10\r\n\r\n0123456789")
                            .response()
                            .text())
                    .isEqualTo("got 0123456789");
            assertThat(client.send("POST / HTTP/1.1\r\nHost: s\r\nTransfer-Encoding: chunked\r\n\r\n"
                                    + "4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n")
                            .response()
                            .text())
                    .isEqualTo("got 0123456789");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBodyThatTurnsOutTooLongIsCutOffAndTheUpstreamSeesIt(Front.Kind kind) throws Exception {
        boolean[] sawEnd = {true};
        boolean[] broken = new boolean[1];
        try (ScriptedOrigin origin = ScriptedOrigin.playing(connection -> {
                    connection.head();
                    StringBuilder got = new StringBuilder();
                    sawEnd[0] = readToTheEnd(connection, got);
                    broken[0] = connection.isClosedByPeer(Duration.ofSeconds(5));
                });
                Front front = front(kind, Tables.route("/", origin.authority(), UP_TO_TEN));
                RawClient client = RawClient.to(front.port())) {
            client.send("POST / HTTP/1.1\r\nHost: s\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n0123\r\n");
            origin.awaitOpenConnections(1);
            client.send("7\r\n456789A\r\n");
            assertThat(client.response().status()).isEqualTo(413);
            ProxyEvent event = next();
            assertThat(event.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(event.guardReason()).isEqualTo("body_size");
            assertThat(event.attempts()).isEqualTo(1);
            assertThat(event.upstream()).isEqualTo(origin.authority());
            origin.awaitOpenConnections(0);
            assertThat(sawEnd[0]).isFalse();
            assertThat(broken[0]).isTrue();
        }
    }

    /** Whether the chunked body came to a proper end. */
    private static boolean readToTheEnd(OriginConnection connection, StringBuilder got) {
        try {
            for (byte[] chunk = connection.chunk(); chunk != null; chunk = connection.chunk()) {
                if (chunk.length == 0) {
                    return true;
                }
                got.append(chunk.length);
            }
        } catch (java.io.IOException brokenOff) {
            return false;
        }
        return false;
    }
}
