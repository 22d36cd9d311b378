package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.event.RewriteSkipped;
import dev.gatehouse.event.StreamEnd;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies are rewritten as they stream, and only those that are to be. */
class RewriteTest {

    private static final String HTML = "'bodyRewrite': {}";

    private final BlockingQueue<ProxyEvent> events = new LinkedBlockingQueue<>();

    private Front front(Front.Kind kind, ScriptedOrigin origin, String prefix, String... fields) throws Exception {
        String document = Tables.document(Tables.route(prefix, origin.authority(), fields));
        return Front.filterInCode(kind, RouteTables.define(document), List.of(events::add));
    }

    private ProxyEvent event() throws InterruptedException {
        return Objects.requireNonNull(events.poll(10, TimeUnit.SECONDS), "no event came");
    }

    @ParameterizedTest
    @EnumSource
    void aPageUnderAPrefixKeepsItsVisitor(Front.Kind kind) throws Exception {
        String page = "<!DOCTYPE html><html><head><base href='/'><link rel=stylesheet href='/s.css'></head>"
                + "<body><a href='http://UP/x?a=1&amp;b=2'>UP</a><img srcset='/1.png 1x, //UP/2.png 2x'>"
                + "<script>var a='http://UP/x';</script><form action=/go></form></body></html>";
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.respond(
                        200,
                        page.replace("UP", request.header("Host")),
                        "Content-Type: text/html; charset=utf-8",
                        "ETag: \"1\"",
                        "Last-Modified: x",
                        "Accept-Ranges: bytes",
                        "Content-Security-Policy: default-src 'self'",
                        "X-Kept: 1"));
                Front front = front(kind, origin, "/shop", HTML, "'stripPrefix': true");
                RawClient client = RawClient.to(front.port())) {
            client.send("GET /shop/page HTTP/1.1\r\nHost: www.site.test\r\nIf-None-Match: \"1\"\r\n"
                    + "If-Modified-Since: x\r\n\r\n");
            WireMessage response = client.response();
            String up = origin.authority();
            assertThat(response.text())
                    .isEqualTo(
                            "<!DOCTYPE html><html><head><base href='/shop/'><link rel=stylesheet href='/shop/s.css'></head>"
                                    + "<body><a href='http://www.site.test/shop/x?a=1&amp;b=2'>" + up
                                    + "</a><img srcset='/shop/1.png 1x, //www.site.test/shop/2.png 2x'>"
                                    + "<script>var a='http://" + up
                                    + "/x';</script><form action=/shop/go></form></body></html>");
            assertThat(response.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
            assertThat(response.header("X-Kept")).isEqualTo("1");
            for (String gone : List.of("ETag", "Last-Modified", "Accept-Ranges", "Content-Security-Policy")) {
                assertThat(response.header(gone)).as(gone).isNull();
            }
            assertThat(response.ending()).isEqualTo(WireMessage.Ending.CLEAN);
            WireMessage seen = origin.awaitRequest(1);
            assertThat(seen.header("If-None-Match")).isNull();
            assertThat(seen.header("If-Modified-Since")).isNull();
            ProxyEvent event = event();
            assertThat(event.bodyRewritten()).isTrue();
            assertThat(event.rewriteSkipped()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMappedPolicyLetsThePlacedScriptRunAndNoOther(Front.Kind kind) throws Exception {
        String rewrite = "'bodyRewrite': {'csp': 'map', 'inject': {'headEnd': '<script src=/own.js></script>'}}";
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.respond(
                        200,
                        "<head><script src=/a.js></script></head>",
                        "Content-Type: text/html",
                        "Content-Security-Policy: script-src http://" + request.header("Host"),
                        "Content-Security-Policy-Report-Only: img-src 'self'"));
                Front front = front(kind, origin, "/p", rewrite, "'stripPrefix': true");
                RawClient client = RawClient.to(front.port())) {
            Set<String> nonces = new HashSet<>();
            for (int i = 0; i < 2; i++) {
                client.send("GET /p/ HTTP/1.1\r\nHost: site.test\r\n\r\n");
                WireMessage response = client.response();
                String policy = Objects.requireNonNull(response.header("Content-Security-Policy"));
                String start = "script-src http://site.test/p/ 'nonce-";
                assertThat(policy).startsWith(start).endsWith("'");
                String nonce = policy.substring(start.length(), policy.length() - 1);
                assertThat(nonce).hasSize(22);
                nonces.add(nonce);
                assertThat(response.header("Content-Security-Policy-Report-Only"))
                        .isEqualTo("img-src 'self'");
                assertThat(response.text())
                        .isEqualTo("<head><script src=/p/a.js></script><script nonce=\"" + nonce
                                + "\" src=/own.js></script></head>");
            }
            assertThat(nonces).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void rewrittenBytesLeaveBeforeTheUpstreamHasFinished(Front.Kind kind) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.chunkedHead("Content-Type: text/html");
                    connection.sendChunk("<p>one<p><a hr").await(seen);
                    connection.sendChunk("ef='/x'>two").sendChunk("");
                });
                Front front = front(kind, origin, "/p", HTML, "'stripPrefix': true");
                RawClient client = RawClient.to(front.port())) {
            String head = client.get("/p/", "s").responseHead();
            assertThat(client.chunk()).isEqualTo("<p>one<p>");
            seen.countDown();
            assertThat(client.rest(head).text()).isEqualTo("<a href='/p/x'>two");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotToBeRewrittenPassesAsItCameAndSaysWhy(Front.Kind kind) throws Exception {
        String[][] cases = {
            {"/204", "BODYLESS_STATUS"}, {"/206", "BODYLESS_STATUS"}, {"/png", "CONTENT_TYPE"},
            {"/sse", "STREAMING_MEDIA"}, {"/charset", "CHARSET_UNDECODABLE"}, {"/br", "CONTENT_ENCODING"}
        };
        String body = "<a href='/x'>";
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    switch (request.target()) {
                        case "/p/204" -> connection.send("HTTP/1.1 204 No\r\nContent-Type: text/html\r\n\r\n");
                        case "/p/206" -> connection.respond(206, body, "Content-Type: text/html", "ETag: 1");
                        case "/p/png" -> connection.respond(200, body, "Content-Type: image/png", "ETag: 1");
                        case "/p/sse" ->
                            connection.respond(200, body, "Content-Type: Text/Event-Stream; x=y", "ETag: 1");
                        case "/p/charset" ->
                            connection.respond(200, body, "Content-Type: text/html; charset=invented", "ETag: 1");
                        default ->
                            connection.respond(200, body, "Content-Type: text/html", "Content-Encoding: br", "ETag: 1");
                    }
                });
                Front front = front(
                        kind,
                        origin,
                        "/p",
                        "'bodyRewrite': {'contentTypes': ['text/'], 'replace': [{'from': 'a', 'to': 'b'}]}");
                RawClient client = RawClient.to(front.port())) {
            for (String[] given : cases) {
                WireMessage response = client.get("/p" + given[0], "s").response();
                assertThat(response.text()).as(given[0]).isEqualTo(given[0].equals("/204") ? "" : body);
                assertThat(response.header("ETag")).as(given[0]).isEqualTo(given[0].equals("/204") ? null : "1");
                ProxyEvent event = event();
                assertThat(event.rewriteSkipped()).as(given[0]).isEqualTo(RewriteSkipped.valueOf(given[1]));
                assertThat(event.bodyRewritten()).isFalse();
            }
            client.send("HEAD /p/none HTTP/1.1\r\nHost: s\r\n\r\n").responseToHead();
            assertThat(event().rewriteSkipped()).isEqualTo(RewriteSkipped.CONTENT_ENCODING);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEventStreamArrivesWholeWhateverTheRules(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.chunkedHead("Content-Type: text/event-stream");
                    for (int i = 0; i < 5; i++) {
                        connection.sendChunk("data: need").sendChunk("le " + i + "\n\n");
                    }
                    connection.sendChunk("");
                });
                Front front = front(
                        kind,
                        origin,
                        "/",
                        "'bodyRewrite': {'contentTypes': ['text/'], 'replace': [{'from': 'needle', 'to': 'x'}]}");
                RawClient client = RawClient.to(front.port())) {
            assertThat(client.get("/", "s").response().text())
                    .isEqualTo(
                            "data: needle 0\n\ndata: needle 1\n\ndata: needle 2\n\ndata: needle 3\n\ndata: needle 4\n\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void compressedPagesAreRewrittenAndSentPlain(Front.Kind kind) throws Exception {
        byte[] packed = gzip("<a href='/x'>" + "lorem ipsum ".repeat(20_000));
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
                            + "Content-Length: " + packed.length + "\r\n\r\n");
                    connection.send(packed);
                });
                Front front = front(kind, origin, "/p", HTML, "'stripPrefix': true");
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/p/", "s").response();
            assertThat(response.header("Content-Encoding")).isNull();
            assertThat(response.ending()).isEqualTo(WireMessage.Ending.CLEAN);
            assertThat(response.text()).startsWith("<a href='/p/x'>lorem").hasSize(15 + 12 * 20_000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWrongGzipStreamIsSeenAsBroken(Front.Kind kind) throws Exception {
        byte[] packed = gzip("lorem ipsum ".repeat(20_000));
        packed[packed.length - 6] ^= 1;
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
                            + "Content-Length: " + packed.length + "\r\n\r\n");
                    connection.send(packed);
                });
                Front front = front(kind, origin, "/p", HTML);
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/p/", "s").response();
            assertThat(response.ending()).isEqualTo(WireMessage.Ending.BROKEN_OFF);
            StreamEnd end = Objects.requireNonNull(event().stream())
                    .toCompletableFuture()
                    .get(5, TimeUnit.SECONDS);
            assertThat(end.outcome()).isEqualTo(StreamEnd.Way.UPSTREAM_RESET);
        }
    }

    @ParameterizedTest
    @EnumSource
    void otherCharsetsLeaveAsUtf8AndSaySo(Front.Kind kind) throws Exception {
        byte[] body = "<p>漢字 <a href=/x>é".getBytes(Charset.forName("GB18030"));
        String[] types = {"text/html; charset=GBK", "text/html", "text/html; charset=invented"};
        int[] next = new int[1];
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Type: " + types[next[0]++] + "\r\nContent-Length: "
                            + body.length + "\r\n\r\n");
                    connection.send(body);
                });
                Front front = front(kind, origin, "/", "'bodyRewrite': {'fallbackCharset': 'gb2312'}");
                RawClient client = RawClient.to(front.port())) {
            for (int i = 0; i < types.length; i++) {
                WireMessage response = client.get("/", "s").response();
                assertThat(response.text()).isEqualTo("<p>漢字 <a href=/x>é");
                assertThat(response.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void styleSheetsScriptsAndLiteralsAreRewritten(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    if (request.target().endsWith(".css")) {
                        connection.respond(200, "a{b:url(/i.png)} red", "Content-Type: text/css");
                    } else {
                        connection.respond(
                                200,
                                "x='http://" + request.header("Host") + "/a' red",
                                "Content-Type: text/javascript");
                    }
                });
                Front front = front(
                        kind,
                        origin,
                        "/p",
                        "'stripPrefix': true",
                        "'bodyRewrite': {'contentTypes': ['text/css', 'text/javascript'],"
                                + " 'replace': [{'from': 'red', 'to': 'blue'}]}");
                RawClient client = RawClient.to(front.port())) {
            assertThat(client.get("/p/s.css", "s").response().text()).isEqualTo("a{b:url(/p/i.png)} blue");
            assertThat(client.get("/p/s.js", "s").response().text()).isEqualTo("x='http://s/p/a' blue");
        }
    }

    @ParameterizedTest
    @EnumSource
    void markupIsPlacedVerbatimAndReported(Front.Kind kind) throws Exception {
        String inject =
                "'bodyRewrite': {'inject': {'headStart': '<meta a>', 'headEnd': '<script src=/own.js></script>',"
                        + " 'bodyStart': '<b>', 'bodyEnd': '</b>'}}";
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.respond(
                        200,
                        request.target().equals("/p/whole")
                                ? "<html><head><title></head></title></HEAD ><body class=x>t</body></html>"
                                : "<html><head>cut",
                        "Content-Type: text/html"));
                Front front = front(kind, origin, "/p", inject);
                RawClient client = RawClient.to(front.port())) {
            assertThat(client.get("/p/whole", "s").response().text())
                    .isEqualTo("<html><head><meta a><title></head></title><script src=/own.js></script></HEAD >"
                            + "<body class=x><b>t</b></body></html>");
            ProxyEvent event = event();
            var end =
                    Objects.requireNonNull(event.inject()).toCompletableFuture().get(5, TimeUnit.SECONDS);
            assertThat(end.landed()).containsExactly("headStart", "headEnd", "bodyStart", "bodyEnd");
            assertThat(end.missed()).isEmpty();
            client.get("/p/cut", "s").response();
            end = Objects.requireNonNull(event().inject()).toCompletableFuture().get(5, TimeUnit.SECONDS);
            assertThat(end.landed()).containsExactly("headStart");
            assertThat(end.missed()).containsExactly("headEnd", "bodyStart", "bodyEnd");
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutLinksLiteralsAreReplacedAndMarkupIsPlacedAllTheSame(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.respond(
                        200,
                        "<head><link href=/s.css></head><a href='http://" + request.header("Host") + "/x'>red</a>",
                        "Content-Type: text/html"));
                Front front = front(
                        kind,
                        origin,
                        "/p",
                        "'stripPrefix': true",
                        "'bodyRewrite': {'rewriteLinks': false, 'inject': {'headEnd': '<b>'},"
                                + " 'replace': [{'from': 'red', 'to': 'blue'}]}");
                RawClient client = RawClient.to(front.port())) {
            assertThat(client.get("/p/", "s").response().text())
                    .isEqualTo(
                            "<head><link href=/s.css><b></head><a href='http://" + origin.authority() + "/x'>blue</a>");
        }
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }
}
