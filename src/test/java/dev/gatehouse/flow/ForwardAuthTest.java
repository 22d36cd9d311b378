package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Another server says whether a request may go on. */
class ForwardAuthTest extends WatchedFlow {

    private static String guarded(ScriptedOrigin origin, ScriptedOrigin auth, String... more) {
        return Tables.route("/", origin.authority(), block(auth, more));
    }

    private static String block(ScriptedOrigin auth, String... more) {
        return "'forwardAuth': {'url': 'http://" + auth.authority() + "/verify?app=1'"
                + (more.length == 0 ? "" : ", " + String.join(", ", more)) + "}";
    }

    @ParameterizedTest
    @EnumSource
    void theQuestionSaysWhatItIsAboutAndCarriesNamedFieldsOnly(Front.Kind kind) throws Exception {
        try (ScriptedOrigin auth = ScriptedOrigin.answering(204, "");
                ScriptedOrigin origin = ScriptedOrigin.answering(200, "in");
                Front front = front(kind, guarded(origin, auth));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.send("POST /a%20b?c=d HTTP/1.1\r\nHost: site.test:81\r\nAuthorization: t\r\n"
                            + "Cookie: a=1\r\nX-Other: o\r\nContent-Length: 4\r\n\r\nbody")
                    .response();
            assertThat(response.text()).isEqualTo("in");
            WireMessage question = auth.awaitRequest(1);
            assertThat(question.startLine()).isEqualTo("POST /verify?app=1 HTTP/1.1");
            assertThat(question.header("Host")).isEqualTo(auth.authority());
            assertThat(question.header("Authorization")).isEqualTo("t");
            assertThat(question.header("Cookie")).isEqualTo("a=1");
            assertThat(question.header("X-Other")).isNull();
            assertThat(question.text()).isEmpty();
            assertThat(question.header("X-Forwarded-Method")).isEqualTo("POST");
            assertThat(question.header("X-Forwarded-Proto")).isEqualTo("http");
            assertThat(question.header("X-Forwarded-Host")).isEqualTo("site.test:81");
            assertThat(question.header("X-Forwarded-Uri")).isEqualTo("/a%20b?c=d");
            assertThat(question.header("X-Forwarded-For")).isEqualTo("127.0.0.1");
            assertThat(question.header("X-Request-Id")).isEqualTo(response.header("X-Request-Id"));
            assertThat(origin.awaitRequest(1).text()).isEqualTo("body");
            ProxyEvent event = next();
            assertThat(event.attempts()).isEqualTo(1);
            assertThat(event.upstream()).isEqualTo(origin.authority());
            assertThat(event.outcome()).isEqualTo(Outcome.OK);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatTheVerdictSaysOfTheCallerCannotBeForged(Front.Kind kind) throws Exception {
        String copied = "'copyResponseHeaders': ['X-User', 'x-groups']";
        try (ScriptedOrigin auth = ScriptedOrigin.answering(200, "ignored", "x-user: alice", "X-Not-Named: n");
                ScriptedOrigin origin = ScriptedOrigin.answering(200, "in");
                Front front = front(kind, guarded(origin, auth, copied));
                RawClient client = RawClient.to(front.port())) {
            client.send("GET / HTTP/1.1\r\nHost: s\r\nX-User: mallory\r\nX-Groups: admin\r\nX_Groups: admin\r\n\r\n")
                    .response();
            WireMessage request = origin.awaitRequest(1);
            assertThat(request.headers("X-User")).containsExactly("alice");
            assertThat(request.header("X-Groups")).isNull();
            assertThat(request.header("X_Groups")).isNull();
            assertThat(request.header("X-Not-Named")).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void noOtherRouteToTheSameUpstreamLetsItBeForgedEither(Front.Kind kind) throws Exception {
        String copied = "'copyResponseHeaders': ['X-User']";
        try (ScriptedOrigin auth = ScriptedOrigin.answering(200, "");
                ScriptedOrigin origin = ScriptedOrigin.answering(200, "in");
                ScriptedOrigin other = ScriptedOrigin.answering(200, "in");
                Front front = front(
                        kind,
                        Tables.route("/open", origin.authority()),
                        Tables.route("/other", other.authority()),
                        guarded(origin, auth, copied));
                RawClient client = RawClient.to(front.port())) {
            client.send("GET /open HTTP/1.1\r\nHost: s\r\nX-User: mallory\r\n\r\n")
                    .response();
            assertThat(origin.awaitRequest(1).header("X-User")).isNull();
            client.send("GET /other HTTP/1.1\r\nHost: s\r\nX-User: mallory\r\n\r\n")
                    .response();
            assertThat(other.awaitRequest(1).header("X-User")).isEqualTo("mallory"); // it means nothing there
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRefusalGoesToTheCallerAsItCame(Front.Kind kind) throws Exception {
        String page = RelayTest.pattern(300_000);
        try (ScriptedOrigin auth = ScriptedOrigin.answering(
                        401, page, "WWW-Authenticate: Basic", "Set-Cookie: a=b", "Keep-Alive: timeout=5");
                ScriptedOrigin origin = ScriptedOrigin.answering(200, "in");
                Front front = front(kind, guarded(origin, auth));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.status()).isEqualTo(401);
            assertThat(response.text()).isEqualTo(page);
            assertThat(response.header("WWW-Authenticate")).isEqualTo("Basic");
            assertThat(response.header("Set-Cookie")).isEqualTo("a=b");
            assertThat(response.header("X-Request-Id")).isNotNull();
            ProxyEvent event = next();
            assertThat(event.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(event.guardReason()).isEqualTo("forward_auth");
            assertThat(event.attempts()).isZero();
            assertThat(event.upstream()).isEmpty();
            assertThat(origin.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectToASignInPageIsPassedOnAndNotFollowed(Front.Kind kind) throws Exception {
        try (ScriptedOrigin auth = ScriptedOrigin.answering(302, "", "Location: https://login.test/?back=1");
                ScriptedOrigin origin = ScriptedOrigin.answering(200, "in");
                Front front = front(kind, guarded(origin, auth));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/", "site.test").response();
            assertThat(response.status()).isEqualTo(302);
            assertThat(response.header("Location")).isEqualTo("https://login.test/?back=1");
            assertThat(auth.requests()).hasSize(1);
            assertThat(origin.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutAnAnswerInTimeTheRequestIsRefused(Front.Kind kind) throws Exception {
        CountDownLatch brokenOff = new CountDownLatch(1);
        try (ScriptedOrigin silent = ScriptedOrigin.playing(connection -> {
                    connection.head();
                    if (connection.isClosedByPeer(Duration.ofSeconds(5))) {
                        brokenOff.countDown();
                    }
                });
                ScriptedOrigin origin = ScriptedOrigin.answering(200, "in");
                Front front = front(kind, guarded(origin, silent, "'timeoutMs': 100"));
                RawClient client = RawClient.to(front.port())) {
            long start = System.nanoTime();
            WireMessage response = client.get("/", "site.test").response();
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(100), Duration.ofSeconds(4));
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.text()).startsWith("{\"error\":\"forward_auth_unavailable\"");
            assertThat(next().guardReason()).isEqualTo("forward_auth");
            assertThat(origin.connections()).isZero();
            assertThat(brokenOff.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatIsNotThereRefusesUnlessItMayBeMissed(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "in");
                Front front = front(
                        kind,
                        Tables.route("/closed", origin.authority(), "'forwardAuth': {'url': 'http://127.0.0.1:1/'}"),
                        Tables.route(
                                "/open",
                                origin.authority(),
                                "'forwardAuth': {'url': 'http://127.0.0.1:1/', 'failOpen': true, 'copyResponseHeaders': ['x-user']}"));
                RawClient first = RawClient.to(front.port()); // Tomcat closes after a 503
                RawClient client = RawClient.to(front.port())) {
            assertThat(first.get("/closed", "s").response().status()).isEqualTo(503);
            assertThat(origin.connections()).isZero();
            assertThat(client.send("GET /open HTTP/1.1\r\nHost: s\r\nX-User: mallory\r\n\r\n")
                            .response()
                            .text())
                    .isEqualTo("in");
            assertThat(origin.awaitRequest(1).header("X-User")).isNull(); // in no branch
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerOfTheRouteItselfIsAskedForToo(Front.Kind kind) throws Exception {
        try (ScriptedOrigin auth = ScriptedOrigin.replying((request, connection) ->
                        connection.respond("t".equals(request.header("Authorization")) ? 200 : 403, "no"));
                Front front = front(
                        kind,
                        "{\"match\": {\"path\": \"/\"}, \"respond\": {\"status\": 200, \"body\": \"edge\", \"contentType\": \"text/plain\"}, "
                                + "\"allowPrivateUpstream\": true, "
                                + block(auth).replace('\'', '"') + "}");
                RawClient client = RawClient.to(front.port())) {
            assertThat(client.get("/", "s").response().text()).isEqualTo("no");
            assertThat(next().outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(client.send("GET / HTTP/1.1\r\nHost: s\r\nAuthorization: t\r\n\r\n")
                            .response()
                            .text())
                    .isEqualTo("edge");
            assertThat(next().outcome()).isEqualTo(Outcome.RESPONDED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aQuestionThatComesBackToItsOwnRouteComesToAnEnd(Front.Kind kind) throws Exception {
        // The route's server is the proxy itself, which asks itself: found only when it runs, so the origin forwards.
        int[] port = new int[1];
        try (ScriptedOrigin auth = ScriptedOrigin.replying((request, connection) -> {
                    try (RawClient back = RawClient.to(port[0])) {
                        back.send("GET / HTTP/1.1\r\nHost: s\r\nx-gatehouse-auth-depth: "
                                + request.header("x-gatehouse-auth-depth") + "\r\n\r\n");
                        connection.respond(back.response().status(), "");
                    }
                });
                ScriptedOrigin origin = ScriptedOrigin.answering(200, "in");
                Front front = front(kind, guarded(origin, auth, "'timeoutMs': 5000"));
                RawClient client = RawClient.to(front.port())) {
            port[0] = front.port();
            assertThat(client.get("/", "s").response().status()).isEqualTo(508);
            assertThat(auth.requests()).hasSize(3);
            assertThat(origin.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatLeavesMeanwhileIsNotWaitedFor(Front.Kind kind) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        try (ScriptedOrigin slow = ScriptedOrigin.playing(connection -> {
                    connection.head();
                    connection.await(done);
                    connection.respond(200, "");
                });
                ScriptedOrigin origin = ScriptedOrigin.answering(200, "in");
                Front front = front(kind, guarded(origin, slow, "'timeoutMs': 5000"))) {
            RawClient client = RawClient.to(front.port());
            client.get("/", "s");
            slow.awaitOpenConnections(1);
            Thread.sleep(700); // the watch must have seen the connection at least once
            client.reset();
            ProxyEvent event = next();
            assertThat(event.outcome()).isEqualTo(Outcome.CLIENT_CLOSED);
            assertThat(event.status()).isEqualTo(499);
            done.countDown();
            slow.awaitOpenConnections(0);
            assertThat(origin.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUploadWaitsUntilTheRequestIsAdmitted(Front.Kind kind) throws Exception {
        CountDownLatch verdict = new CountDownLatch(1);
        try (ScriptedOrigin auth = ScriptedOrigin.replying(
                        (request, connection) -> connection.await(verdict).respond(200, ""));
                ScriptedOrigin origin = ScriptedOrigin.replying(
                        (request, connection) -> connection.respond(200, "got " + request.body().length));
                Front front = front(kind, guarded(origin, auth, "'timeoutMs': 5000"));
                RawClient client = RawClient.to(front.port())) {
            client.send("POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 300000\r\n\r\n");
            auth.awaitRequest(1);
            assertThat(origin.connections()).isZero();
            verdict.countDown();
            client.send(RelayTest.pattern(300_000));
            assertThat(client.response().text()).isEqualTo("got 300000");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatWaitsForLeaveToSendItsBodyGetsTheRefusalInstead(Front.Kind kind) throws Exception {
        try (ScriptedOrigin auth = ScriptedOrigin.replying((request, connection) ->
                        connection.respond("t".equals(request.header("Authorization")) ? 200 : 403, "no"));
                ScriptedOrigin origin = ScriptedOrigin.replying(
                        (request, connection) -> connection.respond(200, "got " + request.text()));
                Front front = front(kind, guarded(origin, auth));
                RawClient refused = RawClient.to(front.port());
                RawClient admitted = RawClient.to(front.port())) {
            String head = "POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 4\r\nExpect: 100-continue\r\n";
            WireMessage first = refused.send(head + "\r\n").response();
            boolean given = kind == Front.Kind.TOMCAT; // by the connector itself, before anybody is asked
            assertThat(first.status()).isEqualTo(given ? 100 : 403);
            assertThat(given ? refused.response().status() : first.status()).isEqualTo(403);
            assertThat(origin.connections()).isZero();

            assertThat(admitted.send(head + "Authorization: t\r\n\r\n")
                            .response()
                            .status())
                    .isEqualTo(100);
            assertThat(admitted.send("body").response().text()).isEqualTo("got body");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestOpensNoMoreThanTheQuestionAndOneConnectionAtATime(Front.Kind kind) throws Exception {
        try (ScriptedOrigin auth = ScriptedOrigin.answering(200, "");
                ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.close());
                Front front = front(
                        kind, Tables.route("/", origin.authority(), block(auth), "'retries': 2, 'retryBackoffMs': 1"));
                RawClient client = RawClient.to(front.port())) {
            assertThat(client.get("/", "s").response().status()).isEqualTo(502);
            assertThat(auth.requests()).hasSize(1); // asked once, however often the upstream is tried
            assertThat(origin.requests()).hasSize(3);
            assertThat(next().attempts()).isEqualTo(3);
        }
    }
}
