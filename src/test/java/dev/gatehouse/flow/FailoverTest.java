package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.LimitReason;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Several upstreams stand behind a route: who is asked, when the next one is, and who is left out for a while. */
class FailoverTest extends WatchedFlow {

    /** Nobody listens there. */
    private static final String DEAD = "127.0.0.1:1";

    private static String several(List<String> upstreams, String... fields) {
        StringBuilder route = new StringBuilder("{\"id\": \"r\", \"match\": {\"path\": \"/\"}, \"upstreams\": [\""
                + String.join("\", \"", upstreams) + "\"], \"scheme\": \"http\", \"allowPrivateUpstream\": true");
        for (String field : fields) {
            route.append(", ").append(field.replace('\'', '"'));
        }
        return route.append('}').toString();
    }

    private static WireMessage get(Front front) throws IOException {
        return asked(front, "GET / HTTP/1.1\r\nHost: s\r\n\r\n");
    }

    @ParameterizedTest
    @EnumSource
    void theNextUpstreamIsAskedWhereOneCannotBeReached(Front.Kind kind) throws Exception {
        try (ScriptedOrigin second = ScriptedOrigin.answering(200, "second", "Location: /moved");
                ScriptedOrigin third = ScriptedOrigin.answering(200, "third");
                Front front = front(kind, several(List.of(DEAD, second.authority(), third.authority())))) {
            WireMessage response = get(front);
            assertThat(response.text()).isEqualTo("second");
            ProxyEvent event = next();
            assertThat(event.upstream()).isEqualTo(second.authority());
            assertThat(event.attempts()).isEqualTo(2);
            assertThat(event.outcome()).isEqualTo(Outcome.OK);
            assertThat(event.ejected()).isNull();
            assertThat(event.limitReason()).isNull();
            assertThat(second.awaitRequest(1).header("Host")).isEqualTo(second.authority());
            assertThat(third.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theNextUpstreamIsAskedWhereOneTakesTooLong(Front.Kind kind) throws Exception {
        CountDownLatch brokenOff = new CountDownLatch(1);
        try (ScriptedOrigin silent = ScriptedOrigin.playing(connection -> {
                    connection.head();
                    if (connection.isClosedByPeer(Duration.ofSeconds(5))) {
                        brokenOff.countDown();
                    }
                });
                ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front =
                        front(kind, several(List.of(silent.authority(), second.authority()), "'timeoutMs': 100"))) {
            assertThat(get(front).text()).isEqualTo("second");
            assertThat(brokenOff.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFailureThatThePolicyDoesNotNameEndsTheWalk(Front.Kind kind) throws Exception {
        try (ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front =
                        front(kind, several(List.of(DEAD, second.authority()), "'failover': {'on': ['timeout']}"))) {
            assertThat(get(front).status()).isEqualTo(502);
            assertThat(next().attempts()).isEqualTo(1);
            assertThat(second.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestThatMayNotBeSentAgainGetsOneAttempt(Front.Kind kind) throws Exception {
        try (ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front = front(kind, several(List.of(DEAD, second.authority())))) {
            for (String request : List.of(
                    "POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 0\r\n\r\n",
                    "PUT / HTTP/1.1\r\nHost: s\r\nContent-Length: 1\r\n\r\nx",
                    "PATCH / HTTP/1.1\r\nHost: s\r\n\r\n")) {
                assertThat(asked(front, request).status()).as(request).isEqualTo(502);
                assertThat(next().attempts()).isEqualTo(1);
            }
            assertThat(second.connections()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"JETTY, 1, 502", "JETTY, 2, 502", "JETTY, 3, 200", "TOMCAT, 2, 502", "TOMCAT, 3, 200"})
    void noMoreUpstreamsAreAskedThanAttemptsAreGiven(Front.Kind kind, int most, int status) throws Exception {
        try (ScriptedOrigin third = ScriptedOrigin.answering(200, "third");
                Front front = front(
                        kind,
                        several(
                                List.of(DEAD, "127.0.0.1:2", third.authority()),
                                "'failover': {'maxAttempts': " + most + "}"))) {
            assertThat(get(front).status()).isEqualTo(status);
            assertThat(next().attempts()).isEqualTo(most);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theTotalDeadlineEndsTheWalk(Front.Kind kind) throws Exception {
        try (ScriptedOrigin silent =
                        ScriptedOrigin.playing(connection -> connection.isClosedByPeer(Duration.ofSeconds(5)));
                ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front = front(
                        kind,
                        several(
                                List.of(silent.authority(), second.authority()),
                                "'timeoutMs': 200, 'totalTimeoutMs': 200"))) {
            assertThat(get(front).status()).isEqualTo(504);
            assertThat(second.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerEndsTheWalkWhateverItsStatus(Front.Kind kind) throws Exception {
        try (ScriptedOrigin first = ScriptedOrigin.answering(503, "busy");
                ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front = front(kind, several(List.of(first.authority(), second.authority())))) {
            assertThat(get(front).text()).isEqualTo("busy");
            assertThat(second.connections()).isZero();
        }
    }

    private static final String ON_5XX = "'failover': {'on': ['timeout', 'unreachable', '5xx']}";

    @ParameterizedTest
    @EnumSource
    void aServerErrorLeadsOnWhereThePolicySaysSo(Front.Kind kind) throws Exception {
        try (ScriptedOrigin first = ScriptedOrigin.answering(500, RelayTest.pattern(300_000));
                ScriptedOrigin second = ScriptedOrigin.answering(404, "second");
                Front front = front(kind, several(List.of(first.authority(), second.authority()), ON_5XX))) {
            assertThat(get(front).text()).isEqualTo("second");
            assertThat(next().attempts()).isEqualTo(2);
            first.awaitOpenConnections(0); // what was kept of the first answer has been let go
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLastServerErrorIsTheAnswerWhereThereIsNoBetter(Front.Kind kind) throws Exception {
        String page = RelayTest.pattern(300_000);
        try (ScriptedOrigin first = ScriptedOrigin.answering(500, "first");
                ScriptedOrigin second = ScriptedOrigin.answering(503, page, "X-From: second");
                Front front = front(kind, several(List.of(first.authority(), second.authority(), DEAD), ON_5XX))) {
            WireMessage response = get(front);
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.text()).isEqualTo(page);
            assertThat(response.header("X-From")).isEqualTo("second");
            ProxyEvent event = next();
            assertThat(event.upstream()).isEqualTo(second.authority());
            assertThat(event.attempts()).isEqualTo(3);
            assertThat(event.outcome()).isEqualTo(Outcome.OK);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereAllFailTheEventNamesTheLast(Front.Kind kind) throws Exception {
        try (Front front = front(kind, several(List.of("127.0.0.1:2", DEAD)))) {
            assertThat(get(front).status()).isEqualTo(502);
            ProxyEvent event = next();
            assertThat(event.upstream()).isEqualTo(DEAD);
            assertThat(event.outcome()).isEqualTo(Outcome.UNREACHABLE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUpstreamThatIsListedTwiceIsTriedTwice(Front.Kind kind) throws Exception {
        try (ScriptedOrigin flaky = ScriptedOrigin.playing(connection -> {
                    connection.request();
                    if (connection.number() == 0) {
                        connection.reset();
                    } else {
                        connection.respond(200, "now");
                    }
                });
                Front front = front(kind, several(List.of(flaky.authority(), flaky.authority())))) {
            assertThat(get(front).text()).isEqualTo("now");
            assertThat(next().attempts()).isEqualTo(2);
        }
    }

    // Ejection

    @ParameterizedTest
    @EnumSource
    void anUpstreamThatKeepsFailingIsLeftOutForAWhile(Front.Kind kind) throws Exception {
        try (ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front = front(kind, several(List.of(DEAD, second.authority())))) {
            List<Integer> attempts = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                assertThat(get(front).text()).isEqualTo("second");
                ProxyEvent event = next();
                attempts.add(event.attempts());
                assertThat(event.ejected()).isEqualTo(i < 3 ? null : List.of(DEAD));
            }
            assertThat(attempts).containsExactly(2, 2, 2, 1, 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereAllAreLeftOutTheFirstIsTriedAllTheSame(Front.Kind kind) throws Exception {
        try (Front front =
                front(kind, several(List.of(DEAD, "127.0.0.1:2"), "'outlier': {'consecutiveFailures': 1}"))) {
            get(front);
            assertThat(next().attempts()).isEqualTo(2);
            assertThat(get(front).status()).isEqualTo(502);
            ProxyEvent event = next();
            assertThat(event.attempts()).isEqualTo(1);
            assertThat(event.upstream()).isEqualTo(DEAD);
            assertThat(event.ejected()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatLeavesIsNoFailureOfTheUpstream(Front.Kind kind) throws Exception {
        try (ScriptedOrigin slow = ScriptedOrigin.playing(connection -> {
                    connection.request();
                    if (!connection.isClosedByPeer(Duration.ofSeconds(3))) {
                        connection.respond(200, "slow");
                    }
                });
                ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front = front(
                        kind,
                        several(
                                List.of(slow.authority(), second.authority()),
                                "'outlier': {'consecutiveFailures': 1}, 'timeoutMs': 5000"))) {
            RawClient leaving = RawClient.to(front.port());
            leaving.get("/", "s");
            slow.awaitRequest(1);
            Thread.sleep(700); // the watch must have seen the connection at least once
            leaving.reset();
            assertThat(next().outcome()).isEqualTo(Outcome.CLIENT_CLOSED);
            try (RawClient client = RawClient.to(front.port())) {
                client.waitAtMost(Duration.ofSeconds(6));
                assertThat(client.get("/", "s").response().text()).isEqualTo("slow");
            }
            assertThat(next().ejected()).isNull();
        }
    }

    // Fuses

    @ParameterizedTest
    @EnumSource
    void retriesEndWhenTheyAreTooLargeAShareOfTheRequests(Front.Kind kind) throws Exception {
        String route = Tables.route("/", DEAD, "'retries': 5", "'retryBackoffMs': 1", "'limits': {'retryRatio': 0.2}");
        try (Front front = front(kind, route)) {
            List<Integer> attempts = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                assertThat(get(front).status()).isEqualTo(502);
                ProxyEvent event = next();
                attempts.add(event.attempts());
                assertThat(event.limitReason()).isEqualTo(LimitReason.RETRY_BUDGET);
                assertThat(event.outcome()).isEqualTo(Outcome.UNREACHABLE);
            }
            assertThat(attempts).containsExactly(2, 1, 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void goingOnToAFreshUpstreamIsNoRetry(Front.Kind kind) throws Exception {
        try (ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front = front(
                        kind,
                        several(
                                List.of(DEAD, second.authority()),
                                "'limits': {'retryRatio': 0}, 'outlier': {'consecutiveFailures': 10}"))) {
            for (int i = 0; i < 4; i++) {
                assertThat(get(front).text()).isEqualTo("second");
                assertThat(next().limitReason()).isNull();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void noMoreRequestsAreUnderWayAtAnUpstreamThanItHasSeats(Front.Kind kind) throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.await(answer);
                    connection.chunkedHead().sendChunk("a").await(finish);
                    connection.sendChunk("");
                });
                Front front = front(kind, Tables.route("/", origin.authority(), "'limits': {'maxInFlight': 1}"));
                RawClient first = RawClient.to(front.port());
                RawClient third = RawClient.to(front.port())) {
            first.get("/", "s");
            origin.awaitRequest(1);
            WireMessage refused = get(front);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text()).startsWith("{\"error\":\"in_flight_limit\"");
            ProxyEvent event = next();
            assertThat(event.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(event.limitReason()).isEqualTo(LimitReason.IN_FLIGHT);
            assertThat(event.guardReason()).isNull();
            assertThat(event.attempts()).isZero();
            answer.countDown();
            first.responseHead(); // the seat is free again, though the body goes on
            assertThat(third.get("/", "s").responseHead()).startsWith("HTTP/1.1 200");
            finish.countDown();
        }
    }
}
