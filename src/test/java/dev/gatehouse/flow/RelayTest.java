package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.ByteCutter;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes pass both ways unchanged, whatever their number and framing. */
class RelayTest {

    @ParameterizedTest
    @EnumSource
    void theRawTargetReachesTheUpstreamAsItWasSent(Front.Kind kind) throws Exception {
        String[] targets = {"/a%20b?x=%C3%A4&y", "/a;v=1/b", "/%7Euser/", "/a?", "/a?b=/../c?d", "/a:b@c,d!$&'()*+"};
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok");
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            for (String target : targets) {
                assertThat(client.get(target, "site.test").response().status()).isEqualTo(200);
            }
            assertThat(origin.requests()).extracting(WireMessage::target).containsExactly(targets);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyMethodReachesTheUpstream(Front.Kind kind) throws Exception {
        String[] methods = {"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND", "Custom-Verb"};
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok");
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            for (String method : methods) {
                client.send(method + " /x HTTP/1.1\r\nHost: site.test\r\nContent-Length: 0\r\n\r\n");
                assertThat(client.response().status()).as(method).isEqualTo(200);
            }
            assertThat(origin.requests()).extracting(WireMessage::method).containsExactly(methods);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bodiesOfEverySizeComeBackWhole(Front.Kind kind) throws Exception {
        int[] sizes = {0, 1, 8191, 8192, 8193, 16384, 16385, 32768, 65536, 131_072, 131_073, 1_000_000};
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.respond(
                        200, pattern(Integer.parseInt(request.target().substring(1)))));
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            for (int size : sizes) {
                WireMessage response = client.get("/" + size, "site.test").response();
                assertThat(response.ending()).as("size " + size).isEqualTo(WireMessage.Ending.CLEAN);
                assertThat(response.text()).as("size " + size).isEqualTo(pattern(size));
                assertThat(response.header("Content-Length")).isEqualTo(Integer.toString(size));
            }
            // The client may have its answer, and ask again, a moment before the connection it came by is free.
            assertThat(origin.connections()).as("connections are used again").isLessThan(sizes.length / 2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void chunkedBodiesComeBackWhole(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.chunkedHead();
                    for (int i = 1; i < 40; i++) {
                        connection.sendChunk(pattern(i * 997));
                    }
                    connection.sendChunk("");
                });
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            StringBuilder expected = new StringBuilder();
            for (int i = 1; i < 40; i++) {
                expected.append(pattern(i * 997));
            }
            for (int round = 0; round < 3; round++) {
                WireMessage response = client.get("/", "site.test").response();
                assertThat(response.ending()).isEqualTo(WireMessage.Ending.CLEAN);
                assertThat(response.text()).isEqualTo(expected.toString());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void uploadsOfEverySizeAndFramingArriveWhole(Front.Kind kind) throws Exception {
        int[] sizes = {1, 8192, 32768, 65537, 500_000};
        try (ScriptedOrigin origin =
                        ScriptedOrigin.replying((request, connection) -> connection.respond(200, request.text()));
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            for (int size : sizes) {
                String body = pattern(size);
                client.send("POST /cl HTTP/1.1\r\nHost: site.test\r\nContent-Length: " + size + "\r\n\r\n" + body);
                assertThat(client.response().text()).isEqualTo(body);
                client.send("POST /te HTTP/1.1\r\nHost: site.test\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(size) + "\r\n" + body + "\r\n0\r\n\r\n");
                assertThat(client.response().text()).isEqualTo(body);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aResponseCutAtAnyPlaceComesBackWhole(Front.Kind kind) throws Exception {
        byte[] wire = ScriptedOrigin.response(200, "hello, visitor", "X-A: 1", "Set-Cookie: a=b; Path=/");
        var cuts = ByteCutter.inTwo(wire).iterator();
        int count = wire.length - 1;
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.send(cuts.next()));
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            for (int i = 0; i < count; i++) {
                assertThat(client.get("/", "site.test").response().text()).isEqualTo("hello, visitor");
            }
        }
    }

    static String pattern(int size) {
        Random random = new Random(size);
        StringBuilder text = new StringBuilder(size);
        for (int i = 0; i < size; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    /** Some clients leave a body out where they expect none of a method, or give it a type of their own. */
    @ParameterizedTest
    @EnumSource
    void aBodyWithoutATypePassesWithEveryMethodHoweverItIsFramedAndGetsNoType(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok");
                Front front = Front.servlet(kind, "", Tables.all(origin))) {
            int requests = 0;
            for (String method : List.of("POST", "PUT", "PATCH", "DELETE", "GET", "OPTIONS", "PROPFIND", "X-OWN")) {
                for (String framed : List.of(
                        "Content-Length: 5\r\n\r\nabcde",
                        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")) {
                    for (int turn = 0; turn < 5; turn++) { // whatever comes first, head or body
                        try (RawClient client = RawClient.to(front.port())) {
                            client.send(method + " /x HTTP/1.1\r\nHost: s\r\n" + framed);
                            assertThat(client.response().status()).isEqualTo(200);
                        }
                        WireMessage sent = origin.awaitRequest(++requests);
                        assertThat(sent.text()).as(method + " " + framed).isEqualTo("abcde");
                        assertThat(sent.header("Content-Type")).isNull();
                    }
                }
            }
        }
    }
}
