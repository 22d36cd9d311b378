package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which fields travel, in both directions, and which are ours. */
class HeadsTest {

    @ParameterizedTest
    @EnumSource
    void fieldsOfTheConnectionStayHereAndOursCannotBeForged(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok");
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            client.send("GET / HTTP/1.1\r\nHost: site.test:81\r\n"
                    + "Connection: keep-alive, X-Internal, X-Forwarded-For\r\nX-Internal: 1\r\nKeep-Alive: 5\r\n"
                    + "TE: trailers\r\nProxy-Authorization: Basic eA==\r\nProxy-Connection: x\r\n"
                    + "X-Forwarded-For: 6.6.6.6\r\nX_Forwarded_For: 6.6.6.6\r\nX-Forwarded-Host: evil\r\n"
                    + "X-Forwarded-Proto: gopher\r\nX-Request-Id: mine\r\nX-Jouska-Mirror: 1\r\n"
                    + "Accept-Encoding: gzip\r\nVia: 1.0 a\r\nForwarded: for=x\r\n"
                    + "X-Many: one\r\nX-Other: o\r\nX-Many: two, three\r\nX-Empty:\r\n\r\n");
            WireMessage response = client.response();
            assertThat(response.status()).as(response.toString()).isEqualTo(200);
            WireMessage seen = origin.awaitRequest(1);
            assertThat(seen.headers("Host")).containsExactly(origin.authority());
            assertThat(seen.headers("X-Forwarded-For")).containsExactly("127.0.0.1");
            assertThat(seen.headers("X-Forwarded-Host")).containsExactly("site.test:81");
            assertThat(seen.headers("X-Forwarded-Proto")).containsExactly("http");
            assertThat(seen.headers("X-Request-Id")).hasSize(1).doesNotContain("mine");
            assertThat(response.headers("X-Request-Id")).isEqualTo(seen.headers("X-Request-Id"));
            assertThat(seen.headers("X-Many")).containsExactly("one", "two, three");
            assertThat(seen.headers("X-Empty")).containsExactly("");
            assertThat(seen.headers("Via")).containsExactly("1.0 a");
            assertThat(seen.headers("Forwarded")).containsExactly("for=x");
            for (String gone : List.of(
                    "X-Internal",
                    "Keep-Alive",
                    "TE",
                    "Proxy-Authorization",
                    "Proxy-Connection",
                    "X_Forwarded_For",
                    "X-Jouska-Mirror",
                    "Accept-Encoding",
                    "Expect",
                    "User-Agent",
                    "Connection")) {
                assertThat(seen.headers(gone)).as(gone).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void requestRulesRemoveThenSet(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok");
                Front front = Front.servlet(
                        kind,
                        "",
                        Tables.all(
                                origin,
                                "'requestHeaders': {'set': {'X-Api': '${host}'}, 'remove': ['X-Old', 'Cookie']}"));
                RawClient client = RawClient.to(front.port())) {
            client.send("GET / HTTP/1.1\r\nHost: site.test\r\nX-Old: 1\r\nCookie: a=b\r\nx-api: theirs\r\n\r\n");
            client.response();
            WireMessage seen = origin.awaitRequest(1);
            assertThat(seen.headers("X-Api")).containsExactly("${host}");
            assertThat(seen.headers("X-Old")).isEmpty();
            assertThat(seen.headers("Cookie")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void responseFieldsComeBackAsTheyAreAndRulesRunLast(Front.Kind kind) throws Exception {
        String[] fields = {
            "Date: Tue, 01 Jan 2030 00:00:00 GMT",
            "Server: origin/1",
            "Content-Type: Text/HTML; Charset=\"utf-8\"; x=y",
            "Set-Cookie: a=1",
            "Set-Cookie: b=2; Secure; Weird=\"x, y\"",
            "X-Powered-By: gears",
            "Connection: X-Hop",
            "X-Hop: 1",
            "Keep-Alive: timeout=5",
            "Cache-Control: max-age=60",
            "ETag: \"v1\"",
        };
        try (ScriptedOrigin origin = ScriptedOrigin.answering(299, "ok", fields);
                Front front = Front.servlet(
                        kind,
                        "",
                        Tables.all(
                                origin,
                                "'responseHeaders': {'set': {'Location': 'http://elsewhere.test/', 'X-Frame': 'deny'},"
                                        + " 'remove': ['X-Powered-By']}"));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.status()).isEqualTo(299);
            assertThat(response.headers("Date")).containsExactly("Tue, 01 Jan 2030 00:00:00 GMT");
            assertThat(response.headers("Server")).containsExactly("origin/1");
            assertThat(response.headers("Content-Type")).containsExactly("Text/HTML; Charset=\"utf-8\"; x=y");
            assertThat(response.headers("Set-Cookie")).containsExactly("a=1", "b=2; Secure; Weird=\"x, y\"");
            assertThat(response.headers("ETag")).containsExactly("\"v1\"");
            assertThat(response.headers("Cache-Control")).containsExactly("max-age=60");
            assertThat(response.headers("Location")).containsExactly("http://elsewhere.test/");
            assertThat(response.headers("X-Frame")).containsExactly("deny");
            assertThat(response.headers("X-Powered-By")).isEmpty();
            assertThat(response.headers("X-Hop")).isEmpty();
            assertThat(response.headers("Keep-Alive").stream().filter("timeout=5"::equals))
                    .isEmpty();
            assertThat(response.headers("Content-Length")).containsExactly("2");
        }
    }

    @ParameterizedTest
    @EnumSource
    void contentTypesComeBackByteForByte(Front.Kind kind) throws Exception {
        String[] types = {
            "text/html",
            "text/html; charset=utf-8",
            "text/plain;charset=UTF-8",
            "application/json",
            "TEXT/CSS",
            "text/html;charset=iso-8859-1 ; a=b",
            "nonsense",
            "image/svg+xml"
        };
        int[] next = new int[1];
        try (ScriptedOrigin origin = ScriptedOrigin.replying(
                        (request, connection) -> connection.respond(200, "x", "Content-Type: " + types[next[0]++]));
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            for (String type : types) {
                assertThat(client.get("/", "site.test").response().headers("Content-Type"))
                        .containsExactly(type);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBodyWithoutATypeGetsNone(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "x");
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            assertThat(client.get("/", "site.test").response().headers("Content-Type"))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void trustedPeersTellWhoAsks(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(302, "", "Location: /next")) {
            Map<String, String> settings = new HashMap<>(Tables.all(origin, "'requestId': {'trustInbound': true}"));
            settings.put("trustedProxies", "127.0.0.0/8");
            settings.put("requestIdHeader", "cf-ray");
            try (Front front = Front.servlet(kind, "", settings);
                    RawClient client = RawClient.to(front.port())) {
                client.send("GET / HTTP/1.1\r\nHost: inner\r\nX-Forwarded-For: 6.6.6.6, 203.0.113.9:1234\r\n"
                        + "X-Forwarded-Proto: https\r\nX-Forwarded-Host: www.site.test\r\ncf-ray: ray-1\r\n\r\n");
                client.response();
                WireMessage seen = origin.awaitRequest(1);
                assertThat(seen.headers("X-Forwarded-For")).containsExactly("203.0.113.9");
                assertThat(seen.headers("X-Forwarded-Proto")).containsExactly("https");
                assertThat(seen.headers("X-Forwarded-Host")).containsExactly("www.site.test");
                assertThat(seen.headers("X-Request-Id")).containsExactly("ray-1");
                client.send("GET / HTTP/1.1\r\nHost: inner\r\nX-Request-Id: own_1\r\n\r\n");
                client.response();
                seen = origin.awaitRequest(2);
                assertThat(seen.headers("X-Request-Id")).containsExactly("own_1");
                assertThat(seen.headers("X-Forwarded-For"))
                        .as("a trusted peer that told none")
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void headAndBodilessStatusesAnswerAtOnce(Front.Kind kind) throws Exception {
        String[] answers = {
            "HTTP/1.1 204 No\r\n\r\n",
            "HTTP/1.1 304 Not\r\nETag: \"x\"\r\n\r\n",
            "HTTP/1.1 304 Not\r\nContent-Length: 77\r\n\r\n",
        };
        int[] next = new int[1];
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    if (request.method().equals("HEAD")) {
                        connection.send("HTTP/1.1 401 No\r\nContent-Length: 123\r\n\r\n");
                    } else {
                        connection.send(answers[next[0]++]);
                    }
                });
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            WireMessage head = client.send("HEAD / HTTP/1.1\r\nHost: s\r\n\r\n").responseToHead();
            assertThat(head.status()).isEqualTo(401);
            assertThat(head.header("Content-Length")).isEqualTo("123");
            for (String answer : answers) {
                String received = client.get("/", "s").responseHead();
                assertThat(received).startsWith(answer.substring(0, 12)).doesNotContain("chunked");
            }
            assertThat(client.send("HEAD / HTTP/1.1\r\nHost: s\r\n\r\n")
                            .responseToHead()
                            .status())
                    .isEqualTo(401);
        }
    }

    @ParameterizedTest
    @EnumSource
    void largeHeadsPassBothWays(Front.Kind kind) throws Exception {
        String large = RelayTest.pattern(6000);
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok", "X-Large: " + large);
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            client.send("GET / HTTP/1.1\r\nHost: site.test\r\nX-Large: " + large + "\r\n\r\n");
            assertThat(client.response().header("X-Large")).isEqualTo(large);
            assertThat(origin.awaitRequest(1).header("X-Large")).isEqualTo(large);
        }
    }
}
