package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Redirects, links and cookies bring the visitor back to where the proxy is mounted. */
class ComingBackTest {

    private record Case(String field, String upstream, String visitor) {}

    /** UP stands for the upstream's authority, ME for the proxy's. Route: /shop, prefix stripped, to UP/base. */
    private static final List<Case> CASES = List.of(
            new Case("Location", "http://UP/base/next?a=b#c", "http://ME/ctx/shop/next?a=b#c"),
            new Case("Location", "HTTP://UP/base", "http://ME/ctx/shop"),
            new Case("Location", "http://UP/base?x", "http://ME/ctx/shop?x"),
            new Case("Location", "//UP/base/x", "//ME/ctx/shop/x"),
            new Case("Location", "/base/x", "/ctx/shop/x"),
            new Case("Location", "/elsewhere", "/ctx/elsewhere"),
            new Case("Location", "/basement", "/ctx/basement"),
            new Case("Location", "x/y", "x/y"),
            new Case("Location", "?q=1", "?q=1"),
            new Case("Location", "../top", "../top"),
            new Case("Location", "../../top", "/ctx/top"),
            new Case("Location", "https://UP.evil.test/base/x", "https://UP.evil.test/base/x"),
            new Case("Location", "http://user@UP/base/x", "http://user@UP/base/x"),
            new Case("Location", "http://other.test/base/x", "http://other.test/base/x"),
            new Case("Location", "mailto:a@b.test", "mailto:a@b.test"),
            new Case("Location", "http://UP/base/%C3%A4%2Fb", "http://ME/ctx/shop/%C3%A4%2Fb"),
            new Case("Content-Location", "http://UP/base/doc", "http://ME/ctx/shop/doc"),
            new Case("Refresh", "5; url=http://UP/base/r", "5; url=http://ME/ctx/shop/r"),
            new Case("Refresh", "0;URL='/base/r'", "0;URL='/ctx/shop/r'"),
            new Case("Refresh", "7", "7"),
            new Case(
                    "Link",
                    "</base/s.css>; rel=preload; title=\"<x>\", <https://cdn.test/a>; rel=x",
                    "</ctx/shop/s.css>; rel=preload; title=\"<x>\", <https://cdn.test/a>; rel=x"),
            new Case("Set-Cookie", "a=b", "a=b"),
            new Case("Set-Cookie", "a=b; Path=/base; Odd=1", "a=b; Path=/ctx/shop; Odd=1"),
            new Case("Set-Cookie", "a=b; path=/; HttpOnly", "a=b; path=/ctx/; HttpOnly"),
            new Case("Set-Cookie", "a=b; Domain=up.test; Secure", "a=b; Secure"),
            new Case("Set-Cookie", "a=b; Domain=site.test", "a=b; Domain=site.test"),
            new Case("Set-Cookie", "domain=path=/base; Max-Age=5", "domain=path=/base; Max-Age=5"),
            new Case("Set-Cookie", "__Host-s=1; Path=/; Secure", "__Host-s=1; Path=/; Secure"),
            new Case("Set-Cookie", "__Secure-s=1; Path=/base/; Secure", "__Secure-s=1; Path=/ctx/shop/; Secure"));

    @ParameterizedTest
    @EnumSource
    void everyReferenceIsMappedOntoTheMount(Front.Kind kind) throws Exception {
        int[] next = new int[1];
        String[] up = new String[1];
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
            Case given = CASES.get(next[0]++);
            connection.respond(302, "", given.field() + ": " + given.upstream().replace("UP", up[0]));
        })) {
            up[0] = origin.authority();
            String route = Tables.route("/shop", origin.authority() + "/base", "'stripPrefix': true");
            try (Front front = Front.servlet(kind, "/ctx", Tables.settings(route));
                    RawClient client = RawClient.to(front.port())) {
                for (Case given : CASES) {
                    WireMessage response =
                            client.get("/ctx/shop/dir/page", "www.site.test:99").response();
                    assertThat(response.headers(given.field()))
                            .as(given.upstream())
                            .containsExactly(
                                    given.visitor().replace("UP", up[0]).replace("ME", "www.site.test:99"));
                }
                assertThat(origin.requests().get(0).target()).isEqualTo("/base/dir/page");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsMappedWhereTheRouteSaysSo(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.respond(
                        302, "", "Location: /base/x", "Set-Cookie: a=b; Domain=up.test; Path=/base"));
                Front front = Front.servlet(
                        kind,
                        "/ctx",
                        Tables.settings(Tables.route("/", origin.authority() + "/base", "'rewriteHeaders': false")));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/ctx/", "www.site.test").response();
            assertThat(response.headers("Location")).containsExactly("/base/x");
            assertThat(response.headers("Set-Cookie")).containsExactly("a=b; Domain=up.test; Path=/base");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theMountIsPartOfThePathWhereRoutesSeeAllOfIt(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(302, "", "Location: /ctx/a/next")) {
            var settings = new java.util.HashMap<>(Tables.settings(Tables.route("/ctx/a", origin.authority())));
            settings.put("matchOn", "full");
            try (Front front = Front.servlet(kind, "/ctx", settings);
                    RawClient client = RawClient.to(front.port())) {
                WireMessage response = client.get("/ctx/a/b", "www.site.test").response();
                assertThat(response.headers("Location")).containsExactly("/ctx/a/next");
                assertThat(origin.awaitRequest(1).target()).isEqualTo("/ctx/a/b");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServletMappingIsPartOfTheMount(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(302, "", "Location: /next");
                Front front = Front.servletAt(
                        kind, "/ctx", "/proxy/*", Tables.settings(Tables.route("/", origin.authority())));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/ctx/proxy/a?b", "www.site.test").response();
            assertThat(response.headers("Location")).containsExactly("/ctx/proxy/next");
            assertThat(origin.awaitRequest(1).target()).isEqualTo("/a?b");
        }
    }

    @ParameterizedTest
    @EnumSource
    void redirectsAreFollowedWhereTheRouteSaysSo(Front.Kind kind) throws Exception {
        try (ScriptedOrigin other = ScriptedOrigin.answering(200, "over here");
                ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    switch (request.target()) {
                        case "/a" -> connection.respond(303, "moved", "Location: /b");
                        case "/b" -> connection.respond(307, "", "Location: http://" + other.authority() + "/c?d");
                        default -> connection.respond(302, "", "Location: /loop");
                    }
                });
                Front front = Front.servlet(kind, "", Tables.all(origin, "'manualRedirect': false"));
                RawClient client = RawClient.to(front.port())) {
            client.send("POST /a HTTP/1.1\r\nHost: s\r\nCookie: c=1\r\nAuthorization: x\r\n"
                    + "Content-Length: 4\r\nContent-Type: text/plain\r\n\r\nbody");
            assertThat(client.response().text()).isEqualTo("over here");
            WireMessage second = origin.requests().get(1);
            assertThat(second.startLine()).isEqualTo("GET /b HTTP/1.1");
            assertThat(second.header("Cookie")).isEqualTo("c=1");
            assertThat(second.header("Content-Type")).isNull();
            WireMessage third = other.awaitRequest(1);
            assertThat(third.target()).isEqualTo("/c?d");
            assertThat(third.header("Cookie")).isNull();
            assertThat(third.header("Authorization")).isNull();
            assertThat(third.header("Host")).isEqualTo(other.authority());
            client.get("/loop", "s");
            assertThat(client.response().status())
                    .as("a loop is relayed after ten hops")
                    .isEqualTo(302);
            assertThat(origin.requests()).hasSize(2 + 11);
        }
    }

    @ParameterizedTest
    @CsvSource({"JETTY,65536,200", "JETTY,65537,307", "TOMCAT,65536,200", "TOMCAT,65537,307"})
    void aRedirectThatRepeatsABodyIsFollowedAsLongAsTheBodyIsKept(Front.Kind kind, int length, int status)
            throws Exception {
        String body = "0123456789abcdef".repeat(length / 16 + 1).substring(0, length);
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    if (request.target().equals("/a")) {
                        connection.respond(307, "", "Location: /b");
                    } else {
                        connection.respond(200, "stored");
                    }
                });
                Front front = Front.servlet(kind, "", Tables.all(origin, "'manualRedirect': false"));
                RawClient client = RawClient.to(front.port())) {
            client.send("PUT /a HTTP/1.1\r\nHost: s\r\nContent-Type: text/plain\r\nContent-Length: " + length
                    + "\r\n\r\n" + body);
            assertThat(client.response().status()).isEqualTo(status);
            if (status == 200) {
                WireMessage second = origin.awaitRequest(2);
                assertThat(second.startLine()).isEqualTo("PUT /b HTTP/1.1");
                assertThat(second.header("Content-Type")).isEqualTo("text/plain");
                assertThat(second.text()).isEqualTo(body);
            } else {
                assertThat(origin.requests()).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectIsFollowedWhileTheUploadIsStillUnderWay(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.playing(connection -> {
                    String head = connection.head();
                    if (head != null && head.startsWith("PUT /a")) {
                        connection
                                .send("HTTP/1.1 308 Scripted\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n")
                                .hold();
                    } else if (head != null) {
                        connection.record(head);
                        connection.rest(head);
                        connection.respond(200, "stored");
                    }
                });
                Front front = Front.servlet(kind, "", Tables.all(origin, "'manualRedirect': false"));
                RawClient client = RawClient.to(front.port())) {
            client.send("PUT /a HTTP/1.1\r\nHost: s\r\nTransfer-Encoding: chunked\r\n\r\n4\r\none \r\n");
            assertThat(origin.awaitRequest(1).startLine()).isEqualTo("PUT /b HTTP/1.1");
            client.send("3\r\ntwo\r\n0\r\n\r\n");
            assertThat(client.response().text()).isEqualTo("stored");
            assertThat(origin.awaitRequest(2).text()).isEqualTo("one two");
        }
    }
}
