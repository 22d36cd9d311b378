package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.MirrorComparison;
import dev.gatehouse.event.MirrorEnd;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests are copied to a mirror, and nobody who asked can tell. */
class MirrorTest extends WatchedFlow {

    /** Nobody listens there. */
    private static final String DEAD = "127.0.0.1:1";

    private static String mirrored(String upstream, String mirror, String block, String... fields) {
        String[] all = new String[fields.length + 1];
        System.arraycopy(fields, 0, all, 1, fields.length);
        all[0] = "'mirror': {'upstream': '" + mirror + "'" + (block.isEmpty() ? "" : ", " + block) + "}";
        return Tables.route("/", upstream, all);
    }

    private static WireMessage get(Front front) throws IOException {
        return asked(front, "GET / HTTP/1.1\r\nHost: s\r\n\r\n");
    }

    private static String post(String body) {
        return "POST / HTTP/1.1\r\nHost: s\r\nContent-Type: text/x\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private static MirrorEnd end(ProxyEvent event) throws Exception {
        return Objects.requireNonNull(event.mirror(), "no copy was made")
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    private MirrorEnd.Way nextWay() throws Exception {
        return end(next()).outcome();
    }

    @ParameterizedTest
    @EnumSource
    void theCopyIsTheMainRequestWithAMarkAndItsAnswerIsSeenByNobody(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "main");
                ScriptedOrigin mirror = ScriptedOrigin.answering(500, "mirror", "Set-Cookie: m=1", "X-Mirror: 1");
                Front front = front(
                        kind,
                        Tables.route(
                                "/api",
                                origin.authority() + "/base",
                                "'stripPrefix': true",
                                "'requestHeaders': {'set': {'x-rule': '1'}, 'remove': ['x-gone']}",
                                "'mirror': {'upstream': '" + mirror.authority() + "/copy'}"))) {
            WireMessage response = asked(
                    front,
                    "GET /api/%61?q=1 HTTP/1.1\r\nHost: s\r\nConnection: x-hop\r\nX-Hop: 1\r\nX-Gone: 1\r\nX-Own: o\r\n"
                            + "X-Jouska-Mirror: 7\r\n\r\n");
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.text()).isEqualTo("main");
            assertThat(response.header("Set-Cookie")).isNull();
            assertThat(response.header("X-Mirror")).isNull();
            WireMessage main = origin.awaitRequest(1);
            WireMessage copy = mirror.awaitRequest(1);
            assertThat(main.startLine()).isEqualTo("GET /base/%61?q=1 HTTP/1.1");
            assertThat(main.header("X-Jouska-Mirror")).isNull();
            assertThat(copy.startLine()).isEqualTo("GET /copy/%61?q=1 HTTP/1.1");
            assertThat(copy.header("Host")).isEqualTo(mirror.authority());
            assertThat(copy.header("X-Request-Id")).isEqualTo(response.header("X-Request-Id"));
            assertThat(copy.headers()).last().isEqualTo(Map.entry("x-jouska-mirror", "1"));
            assertThat(copy.headers().subList(1, copy.headers().size() - 1))
                    .isEqualTo(main.headers().subList(1, main.headers().size()));
            ProxyEvent event = next();
            assertThat(event.upstream()).isEqualTo(origin.authority());
            assertThat(event.attempts()).isEqualTo(1);
            assertThat(end(event).upstream()).isEqualTo(mirror.authority());
            assertThat(end(event).outcome()).isEqualTo(MirrorEnd.Way.ANSWERED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMirrorThatNeverAnswersHoldsNobodyUpAndRunsOutOfItsOwnTime(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "main");
                ScriptedOrigin mirror = ScriptedOrigin.replying((request, connection) -> connection.hold());
                Front front = front(kind, mirrored(origin.authority(), mirror.authority(), "'timeoutMs': 300"))) {
            assertThat(get(front).text()).isEqualTo("main");
            ProxyEvent event = next();
            assertThat(event.outcome()).isEqualTo(Outcome.OK);
            MirrorEnd end = end(event);
            assertThat(end.outcome()).isEqualTo(MirrorEnd.Way.TIMEOUT);
            assertThat(end.durationMs()).isGreaterThanOrEqualTo(300);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMirrorThatCannotBeReachedHoldsNobodyUp(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "main");
                Front front = front(kind, mirrored(origin.authority(), DEAD, ""))) {
            assertThat(get(front).text()).isEqualTo("main");
            assertThat(nextWay()).isEqualTo(MirrorEnd.Way.UNREACHABLE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theCopyIsMadeWhenTheUpstreamIsDownAndOnlyOnceHoweverOftenThatIsTried(Front.Kind kind) throws Exception {
        try (ScriptedOrigin mirror = ScriptedOrigin.answering(200, "mirror");
                Front front =
                        front(kind, mirrored(DEAD, mirror.authority(), "", "'retries': 2", "'retryBackoffMs': 1"))) {
            assertThat(get(front).status()).isEqualTo(502);
            ProxyEvent event = next();
            assertThat(event.attempts()).isEqualTo(3);
            assertThat(end(event).outcome()).isEqualTo(MirrorEnd.Way.ANSWERED);
            assertThat(mirror.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBodyThatHasArrivedIsCopiedWhenTheUpstreamIsDown(Front.Kind kind) throws Exception {
        try (ScriptedOrigin mirror = ScriptedOrigin.answering(200, "mirror");
                Front front =
                        front(kind, mirrored(DEAD, mirror.authority(), "'includeBody': true, 'methods': ['POST']"))) {
            assertThat(asked(front, post("all of it")).status()).isEqualTo(502);
            assertThat(nextWay()).isEqualTo(MirrorEnd.Way.ANSWERED);
            assertThat(mirror.awaitRequest(1).text()).isEqualTo("all of it");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUploadIsReadOnForTheMirrorWhileTheVisitorHasTheAnswer(Front.Kind kind) throws Exception {
        try (ScriptedOrigin mirror = ScriptedOrigin.answering(200, "mirror");
                Front front =
                        front(kind, mirrored(DEAD, mirror.authority(), "'includeBody': true, 'methods': ['POST']"));
                RawClient client = RawClient.to(front.port())) {
            client.send("POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 9\r\n\r\nall ");
            assertThat(client.response().status()).isEqualTo(502);
            client.send("of it");
            assertThat(nextWay()).isEqualTo(MirrorEnd.Way.ANSWERED);
            assertThat(mirror.awaitRequest(1).text()).isEqualTo("all of it");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUploadThatBreaksOffIsNotCopied(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {});
                ScriptedOrigin mirror = ScriptedOrigin.answering(200, "mirror");
                Front front = front(
                        kind,
                        mirrored(origin.authority(), mirror.authority(), "'includeBody': true, 'methods': ['POST']"))) {
            RawClient client = RawClient.to(front.port());
            client.send("POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 9\r\n\r\nall ");
            origin.awaitOpenConnections(1);
            client.reset();
            assertThat(nextWay()).isEqualTo(MirrorEnd.Way.BODY_OVER_LIMIT);
            assertThat(mirror.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAGuardRefusedIsNotCopied(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "main");
                ScriptedOrigin mirror = ScriptedOrigin.answering(200, "mirror");
                Front front = front(
                        kind,
                        mirrored(
                                origin.authority(),
                                mirror.authority(),
                                "",
                                "'requestPolicy': {'allowedMethods': ['HEAD']}"))) {
            assertThat(get(front).status()).isEqualTo(405);
            assertThat(next().mirror()).isNull();
            assertThat(mirror.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theServerThatIsAskedForLeaveIsAskedOnceAndItsRefusalIsNotCopied(Front.Kind kind) throws Exception {
        try (ScriptedOrigin auth = ScriptedOrigin.replying((request, connection) ->
                        connection.respond("no".equals(request.header("Cookie")) ? 401 : 200, "", "X-User: ann"));
                ScriptedOrigin origin = ScriptedOrigin.answering(200, "main");
                ScriptedOrigin mirror = ScriptedOrigin.answering(200, "mirror");
                Front front = front(
                        kind,
                        mirrored(
                                origin.authority(),
                                mirror.authority(),
                                "",
                                "'forwardAuth': {'url': 'http://" + auth.authority()
                                        + "/', 'copyResponseHeaders': ['x-user']}"))) {
            assertThat(asked(front, "GET / HTTP/1.1\r\nHost: s\r\nCookie: no\r\n\r\n")
                            .status())
                    .isEqualTo(401);
            assertThat(next().mirror()).isNull();
            assertThat(get(front).text()).isEqualTo("main");
            assertThat(nextWay()).isEqualTo(MirrorEnd.Way.ANSWERED);
            assertThat(auth.requests()).hasSize(2);
            assertThat(mirror.requests())
                    .singleElement()
                    .satisfies(copy -> assertThat(copy.header("X-User")).isEqualTo("ann"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aVisitorCannotForgeAtTheMirrorWhatAGuardWritesThere(Front.Kind kind) throws Exception {
        try (ScriptedOrigin auth = ScriptedOrigin.answering(200, "", "X-User: ann");
                ScriptedOrigin guarded = ScriptedOrigin.answering(200, "guarded");
                ScriptedOrigin open = ScriptedOrigin.answering(200, "open");
                Front front = front(
                        kind,
                        Tables.route(
                                "/guarded",
                                guarded.authority(),
                                "'forwardAuth': {'url': 'http://" + auth.authority()
                                        + "/', 'copyResponseHeaders': ['x-user']}"),
                        mirrored(open.authority(), guarded.authority(), ""))) {
            assertThat(asked(front, "GET / HTTP/1.1\r\nHost: s\r\nX-User: eve\r\n\r\n")
                            .text())
                    .isEqualTo("open");
            assertThat(guarded.awaitRequest(1).header("X-User")).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyGetAndHeadAreCopiedUnlessOthersAreListed(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.send(
                        request.method().equals("HEAD")
                                ? ScriptedOrigin.response(204, "")
                                : ScriptedOrigin.response(200, "main")));
                ScriptedOrigin mirror = ScriptedOrigin.replying(
                        (request, connection) -> connection.send(ScriptedOrigin.response(204, "")));
                Front front = front(kind, mirrored(origin.authority(), mirror.authority(), ""))) {
            assertThat(asked(front, post("body")).text()).isEqualTo("main");
            assertThat(next().mirror()).isNull();
            get(front);
            assertThat(nextWay()).isEqualTo(MirrorEnd.Way.ANSWERED);
            try (RawClient client = RawClient.to(front.port())) {
                client.send("HEAD / HTTP/1.1\r\nHost: s\r\n\r\n").responseToHead();
            }
            assertThat(nextWay()).isEqualTo(MirrorEnd.Way.ANSWERED);
            assertThat(mirror.requests()).extracting(WireMessage::method).containsExactly("GET", "HEAD");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBodyIsLeftOutUnlessItIsAskedFor(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "main");
                ScriptedOrigin mirror = ScriptedOrigin.answering(200, "mirror");
                Front front = front(kind, mirrored(origin.authority(), mirror.authority(), "'methods': ['POST']"))) {
            assertThat(asked(front, post("body")).text()).isEqualTo("main");
            assertThat(nextWay()).isEqualTo(MirrorEnd.Way.ANSWERED);
            assertThat(origin.awaitRequest(1).text()).isEqualTo("body");
            WireMessage copy = mirror.awaitRequest(1);
            assertThat(copy.method()).isEqualTo("POST");
            assertThat(copy.text()).isEmpty();
            assertThat(copy.header("Transfer-Encoding")).isNull();
            assertThat(copy.headers("Content-Length")).isSubsetOf("0");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "JETTY,false,body",
        "JETTY,true,body",
        "JETTY,true,''",
        "TOMCAT,false,body",
        "TOMCAT,true,body",
        "TOMCAT,true,''"
    })
    void aBodyIsCopiedWhereAskedForHoweverItIsFramed(Front.Kind kind, boolean chunked, String body) throws Exception {
        String chunk = body.isEmpty() ? "" : "4\r\n" + body + "\r\n";
        String request = chunked
                ? "POST / HTTP/1.1\r\nHost: s\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + "0\r\n\r\n"
                : post(body);
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "main");
                ScriptedOrigin mirror = ScriptedOrigin.answering(200, "mirror");
                Front front = front(
                        kind,
                        mirrored(origin.authority(), mirror.authority(), "'methods': ['POST'], 'includeBody': true"))) {
            assertThat(asked(front, request).text()).isEqualTo("main");
            assertThat(nextWay()).isEqualTo(MirrorEnd.Way.ANSWERED);
            assertThat(origin.awaitRequest(1).text()).isEqualTo(body);
            assertThat(mirror.awaitRequest(1).text()).isEqualTo(body);
        }
    }

    @ParameterizedTest
    @CsvSource({"JETTY,262144", "JETTY,262145", "TOMCAT,262144", "TOMCAT,262145"})
    void aBodyBeyondTheLimitEndsTheCopyAndNotTheRequest(Front.Kind kind, int length) throws Exception {
        boolean fits = length == 262_144;
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "main");
                ScriptedOrigin mirror = ScriptedOrigin.answering(200, "mirror");
                Front front = front(
                        kind,
                        mirrored(origin.authority(), mirror.authority(), "'methods': ['POST'], 'includeBody': true"))) {
            String body = "0123456789abcdef".repeat(length / 16 + 1).substring(0, length);
            assertThat(asked(front, post(body)).text()).isEqualTo("main");
            assertThat(origin.awaitRequest(1).text()).isEqualTo(body);
            assertThat(nextWay()).isEqualTo(fits ? MirrorEnd.Way.ANSWERED : MirrorEnd.Way.BODY_OVER_LIMIT);
            if (fits) {
                assertThat(mirror.awaitRequest(1).text()).isEqualTo(body);
            } else {
                assertThat(mirror.connections()).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMirrorThatDoesNotReadDoesNotHoldTheUploadUp(Front.Kind kind) throws Exception {
        String body = "x".repeat(262_144);
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "main");
                ScriptedOrigin mirror = ScriptedOrigin.playing(connection -> connection.hold());
                Front front = front(
                        kind,
                        mirrored(
                                origin.authority(),
                                mirror.authority(),
                                "'methods': ['POST'], 'includeBody': true, 'timeoutMs': 200"))) {
            assertThat(asked(front, post(body)).text()).isEqualTo("main");
            assertThat(origin.awaitRequest(1).text()).isEqualTo(body);
            assertThat(nextWay()).isEqualTo(MirrorEnd.Way.TIMEOUT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUpgradeIsNeverCopied(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "main");
                ScriptedOrigin mirror = ScriptedOrigin.answering(200, "mirror");
                Front front = front(kind, mirrored(origin.authority(), mirror.authority(), "", "'websocket': false"))) {
            assertThat(asked(
                                    front,
                                    "GET / HTTP/1.1\r\nHost: s\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
                                            + "Sec-WebSocket-Key: x\r\n\r\n")
                            .text())
                    .isEqualTo("main");
            assertThat(next().mirror()).isNull();
            assertThat(mirror.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectOfTheMirrorIsAnAnswerAndNotFollowed(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "main");
                ScriptedOrigin elsewhere = ScriptedOrigin.answering(200, "elsewhere");
                ScriptedOrigin mirror =
                        ScriptedOrigin.answering(302, "", "Location: http://" + elsewhere.authority() + "/");
                Front front =
                        front(kind, mirrored(origin.authority(), mirror.authority(), "", "'manualRedirect': false"))) {
            assertThat(get(front).text()).isEqualTo("main");
            assertThat(nextWay()).isEqualTo(MirrorEnd.Way.ANSWERED);
            assertThat(elsewhere.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatLeavesDoesNotStopTheCopy(Front.Kind kind) throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.hold());
                ScriptedOrigin mirror = ScriptedOrigin.replying((request, connection) -> {
                    connection.await(left);
                    connection.respond(200, "mirror");
                });
                Front front = front(
                        kind,
                        mirrored(origin.authority(), mirror.authority(), "'methods': ['POST'], 'timeoutMs': 5000"))) {
            RawClient client = RawClient.to(front.port());
            client.send("POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 100\r\n\r\npart of it");
            mirror.awaitRequest(1);
            client.reset();
            ProxyEvent event = next();
            assertThat(event.outcome()).isEqualTo(Outcome.CLIENT_CLOSED);
            left.countDown();
            assertThat(end(event).outcome()).isEqualTo(MirrorEnd.Way.ANSWERED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSampleFollowsFromTheRequestId(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "main");
                ScriptedOrigin mirror = ScriptedOrigin.answering(200, "mirror");
                Front front = front(
                        kind,
                        mirrored(
                                origin.authority(),
                                mirror.authority(),
                                "'percent': 85",
                                "'requestId': {'trustInbound': true}"))) {
            asked(front, "GET / HTTP/1.1\r\nHost: s\r\nX-Request-Id: req-1\r\n\r\n");
            assertThat(next().mirror()).isNull();
            asked(front, "GET / HTTP/1.1\r\nHost: s\r\nX-Request-Id: req-2\r\n\r\n");
            assertThat(nextWay()).isEqualTo(MirrorEnd.Way.ANSWERED);
            assertThat(mirror.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"JETTY,a link to https://m.test/,same", "JETTY,b link to https://m.test/,body", "TOMCAT,short,length"})
    void answersAreComparedAsTheUpstreamsSentThemWhereAskedFor(Front.Kind kind, String text, String verdict)
            throws Exception {
        try (ScriptedOrigin origin =
                        ScriptedOrigin.answering(200, "a link to https://m.test/", "Content-Type: text/html");
                ScriptedOrigin mirror = ScriptedOrigin.answering(200, text, "Content-Type: text/html");
                Front front = front(
                        kind,
                        mirrored(
                                origin.authority(),
                                mirror.authority(),
                                "'compare': true",
                                "'bodyRewrite': {'replace': [{'from': 'link', 'to': 'path'}]}"))) {
            assertThat(get(front).text()).isEqualTo("a path to https://m.test/");
            MirrorComparison compared = Objects.requireNonNull(end(next()).comparison());
            assertThat(compared.verdict().text()).isEqualTo(verdict);
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsComparedToAnAnswerOfOurOwn(Front.Kind kind) throws Exception {
        try (ScriptedOrigin mirror = ScriptedOrigin.answering(200, "mirror");
                Front front = front(kind, mirrored(DEAD, mirror.authority(), "'compare': true"))) {
            assertThat(get(front).status()).isEqualTo(502);
            MirrorEnd end = end(next());
            assertThat(end.outcome()).isEqualTo(MirrorEnd.Way.ANSWERED);
            assertThat(end.comparison()).isNull();
        }
    }
}
