package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.servlet.Surroundings;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Pools in a route table: what each of their settings does. */
@SuppressWarnings("try") // origins that are stopped in mid-test
class PoolJourneyTest extends WatchedFlow {

    private static final String ANY_METHOD = "'failover': [{'on': ['unreachable', 'timeout', '5xx']}]";

    /** A route to a pool of these origins, called o0, o1 and so on; {@code settings} are the pool's, then the route's. */
    private static String pool(List<ScriptedOrigin> origins, String settings, String... route) {
        List<String> entries = new ArrayList<>();
        for (ScriptedOrigin origin : origins) {
            entries.add("{'url': 'http://" + origin.authority() + "', 'name': 'o" + entries.size() + "'}");
        }
        return routeTo(String.join(", ", entries), settings, route);
    }

    private static String routeTo(String origins, String settings, String... route) {
        StringBuilder text =
                new StringBuilder("{'id': 'r', 'match': {'path': '/'}, 'allowPrivateUpstream': true, 'pool': {"
                        + "'origins': [" + origins + "]" + (settings.isEmpty() ? "" : ", " + settings) + "}");
        for (String field : route) {
            text.append(", ").append(field);
        }
        return text.append('}').toString().replace('\'', '"');
    }

    private Front front(Front.Kind kind, Surroundings surroundings, String... routes) throws Exception {
        return Front.filter(
                kind, Map.of(), RouteTables.define(Tables.document(routes)), List.of(events::add), surroundings);
    }

    private static Surroundings rolling(DoubleSupplier dice) {
        return new Surroundings(Surroundings.PLATFORM.names(), dice);
    }

    private static WireMessage get(Front front) throws IOException {
        return asked(front, "GET /x HTTP/1.1\r\nHost: visitor.example\r\n\r\n");
    }

    private static WireMessage post(Front front, String body) throws IOException {
        return asked(front, "POST /x HTTP/1.1\r\nHost: s\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    // Bodies on a second attempt

    @ParameterizedTest
    @EnumSource
    void aBodyIsSentAgainWhereItWasKept(Front.Kind kind) throws Exception {
        try (ScriptedOrigin broken = ScriptedOrigin.answering(503, "no");
                ScriptedOrigin sound = ScriptedOrigin.answering(200, "yes");
                Front front = front(kind, pool(List.of(broken, sound), ANY_METHOD + ", 'replayBytes': 10"))) {
            assertThat(post(front, "0123456789").text()).isEqualTo("yes");
            assertThat(sound.awaitRequest(1).text()).isEqualTo("0123456789");
            assertThat(next().attempts()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLongerBodyIsSentOnceAndItsAnswerIsTheAnswer(Front.Kind kind) throws Exception {
        try (ScriptedOrigin broken = ScriptedOrigin.answering(503, "no");
                ScriptedOrigin sound = ScriptedOrigin.answering(200, "yes");
                Front front = front(kind, pool(List.of(broken, sound), ANY_METHOD + ", 'replayBytes': 10"))) {
            WireMessage response = post(front, "0123456789x");
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.text()).isEqualTo("no");
            assertThat(sound.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLongerBodyIsRefusedWhereThePoolSaysSo(Front.Kind kind) throws Exception {
        try (ScriptedOrigin sound = ScriptedOrigin.answering(200, "yes");
                Front front =
                        front(kind, pool(List.of(sound), ANY_METHOD + ", 'replayBytes': 10, 'overflow': 'refuse'"))) {
            assertThat(post(front, "0123456789").status()).isEqualTo(200);
            assertThat(post(front, "0123456789x").status()).isEqualTo(413);
        }
    }

    @Test
    void aChunkedBodyIsSentAgainToo() throws Exception {
        try (ScriptedOrigin broken = ScriptedOrigin.answering(502, "no");
                ScriptedOrigin sound = ScriptedOrigin.answering(200, "yes");
                Front front =
                        front(Front.Kind.JETTY, pool(List.of(broken, sound), ANY_METHOD + ", 'replayBytes': 100"))) {
            WireMessage response = asked(
                    front,
                    "PATCH /x HTTP/1.1\r\nHost: s\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
            assertThat(response.text()).isEqualTo("yes");
            assertThat(sound.awaitRequest(1).text()).isEqualTo("abcde");
        }
    }

    // Rules by method and status

    @ParameterizedTest
    @CsvSource({"GET,500,2", "GET,502,2", "POST,500,1", "POST,502,2", "DELETE,502,1"})
    void theFirstStepThatCoversAMethodSaysWhatMovesItOn(String method, int status, int attempts) throws Exception {
        String steps = "'failover': [{'methods': ['get'], 'on': ['5xx']}, {'methods': ['POST'], 'on': [502, 503]}]";
        try (ScriptedOrigin broken = ScriptedOrigin.answering(status, "no");
                ScriptedOrigin sound = ScriptedOrigin.answering(200, "yes");
                Front front = front(Front.Kind.JETTY, pool(List.of(broken, sound), steps))) {
            asked(front, method + " /x HTTP/1.1\r\nHost: s\r\n\r\n");
            assertThat(next().attempts()).isEqualTo(attempts);
        }
    }

    @Test
    void withoutStepsOnlyIdempotentRequestsWithoutABodyMoveOn() throws Exception {
        try (ScriptedOrigin sound = ScriptedOrigin.answering(200, "yes");
                Front front = front(
                        Front.Kind.JETTY,
                        routeTo(
                                "{'url': 'http://127.0.0.1:1', 'name': 'dead'}, {'url': 'http://" + sound.authority()
                                        + "', 'name': 'sound'}",
                                ""))) {
            assertThat(get(front).text()).isEqualTo("yes");
            assertThat(post(front, "x").status()).isEqualTo(502);
        }
    }

    @ParameterizedTest
    @CsvSource({"true,503,theirs", "false,502,''"})
    void theLastBadAnswerIsRelayedUnlessThePoolSaysOtherwise(boolean relayed, int status, String text)
            throws Exception {
        try (ScriptedOrigin one = ScriptedOrigin.answering(500, "first");
                ScriptedOrigin two = ScriptedOrigin.answering(503, "theirs");
                Front front =
                        front(Front.Kind.JETTY, pool(List.of(one, two), ANY_METHOD + ", 'relayLast': " + relayed))) {
            WireMessage response = get(front);
            assertThat(response.status()).isEqualTo(status);
            assertThat(response.text()).contains(text);
        }
    }

    @Test
    void anOriginThatLeadsWhereNobodyMayGoIsAFaultOfTheTableAndNotPassedOver() throws Exception {
        Surroundings inside = new Surroundings(
                name -> new InetAddress[] {InetAddress.getByAddress(name, new byte[] {127, 0, 0, 1})}, () -> 0);
        String route = "{'id': 'r', 'match': {'path': '/'}, 'pool': {'origins': [{'url': 'http://a.example'},"
                + " {'url': 'http://b.example'}], " + ANY_METHOD + "}}";
        try (Front front = front(Front.Kind.JETTY, inside, route.replace('\'', '"'))) {
            assertThat(get(front).status()).isEqualTo(502);
            assertThat(next().attempts()).isEqualTo(1);
        }
    }

    @Test
    void noMoreOriginsAreTriedThanThePoolAllows() throws Exception {
        try (ScriptedOrigin one = ScriptedOrigin.answering(500, "");
                ScriptedOrigin two = ScriptedOrigin.answering(500, "");
                ScriptedOrigin three = ScriptedOrigin.answering(200, "");
                Front front =
                        front(Front.Kind.JETTY, pool(List.of(one, two, three), ANY_METHOD + ", 'maxAttempts': 2"))) {
            assertThat(get(front).status()).isEqualTo(500);
            assertThat(three.connections()).isZero();
        }
    }

    // Order

    @Test
    void originsAreDrawnByWeight() throws Exception {
        double[] roll = {0};
        try (ScriptedOrigin one = ScriptedOrigin.answering(200, "one");
                ScriptedOrigin two = ScriptedOrigin.answering(200, "two");
                Front front = front(
                        Front.Kind.JETTY,
                        rolling(() -> roll[0]),
                        routeTo(
                                "{'url': 'http://" + one.authority()
                                        + "', 'name': 'one', 'weight': 3}, {'url': 'http://" + two.authority()
                                        + "', 'name': 'two', 'weight': 1}",
                                "'pick': 'weightedRandom'"))) {
            for (double dice : new double[] {0, 0.5, 0.7499}) {
                roll[0] = dice;
                assertThat(get(front).text()).isEqualTo("one");
            }
            for (double dice : new double[] {0.75, 0.9999}) {
                roll[0] = dice;
                assertThat(get(front).text()).isEqualTo("two");
            }
        }
    }

    // Health in a table

    private static final String HEALTH =
            "'health': {'probe': {'path': '/alive', 'timeoutMs': 1000}, 'intervalSeconds': 0";

    @ParameterizedTest
    @EnumSource
    void anOriginThatFailedLiveIsAskedLastUntilItAnswersAgain(Front.Kind kind) throws Exception {
        AtomicBoolean well = new AtomicBoolean();
        try (ScriptedOrigin first = ScriptedOrigin.replying(
                        (request, connection) -> connection.respond(well.get() ? 200 : 503, "first"));
                ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front = front(kind, pool(List.of(first, second), ANY_METHOD + ", " + HEALTH + "}"))) {
            assertThat(get(front).text()).isEqualTo("second");
            assertThat(next().attempts()).isEqualTo(2);
            assertThat(get(front).text()).isEqualTo("second");
            assertThat(next().attempts()).isEqualTo(1);
            assertThat(first.requests()).hasSize(1);
            second.close();
            well.set(true);
            assertThat(get(front).text()).isEqualTo("first"); // the dead are tried last, not never
            assertThat(next().attempts()).isEqualTo(2);
        }
    }

    @Test
    void whereAllAreDeadNobodyIsAskedIfThePoolSaysSo() throws Exception {
        try (ScriptedOrigin one = ScriptedOrigin.replying((request, connection) ->
                        connection.respond(request.target().equals("/alive") ? 500 : 503, ""));
                Front front = front(
                        Front.Kind.JETTY, pool(List.of(one), ANY_METHOD + ", " + HEALTH + ", 'allDead': 'refuse'}"))) {
            assertThat(get(front).status()).isEqualTo(503);
            next();
            WireMessage response = get(front);
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.text()).contains("no_upstream_alive");
            ProxyEvent event = next();
            assertThat(event.attempts()).isZero();
        }
    }

    @Test
    void healthIsNotBelievedBelowThePanicThreshold() throws Exception {
        try (ScriptedOrigin first = ScriptedOrigin.answering(503, "");
                ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front = front(
                        Front.Kind.JETTY,
                        pool(List.of(first, second), ANY_METHOD + ", " + HEALTH + ", 'panicPercent': 60}"))) {
            get(front);
            get(front);
            next();
            assertThat(next().attempts()).isEqualTo(2); // one of two alive is less than 60 of a hundred
        }
    }

    // Readiness in a table

    @ParameterizedTest
    @EnumSource
    void aGateChoosesAndTheSeatsOfTheChosenOneCount(Front.Kind kind) throws Exception {
        try (ScriptedOrigin unready = ScriptedOrigin.answering(503, "");
                ScriptedOrigin ready = ScriptedOrigin.replying((request, connection) -> {
                    if (request.target().equals("/ready")) {
                        connection.respond(204, "");
                    } else {
                        connection.hold().respond(200, "at last");
                    }
                });
                Front front = front(
                        kind,
                        pool(
                                List.of(unready, ready),
                                "'readiness': {'path': '/ready'}",
                                "'limits': {'maxInFlight': 1}"));
                RawClient first = RawClient.to(front.port())) {
            first.get("/x", "s");
            ready.awaitRequest(2); // the question, then the request that is held
            WireMessage refused = get(front);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text()).contains("in_flight_limit");
            ready.release();
            assertThat(first.response().text()).isEqualTo("at last");
            assertThat(unready.requests()).hasSize(2);
        }
    }

    // What an upstream hears

    @ParameterizedTest
    @EnumSource
    void theNameOfTheUrlStaysWhereAnotherIsDialled(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "yes")) {
            AtomicInteger asked = new AtomicInteger();
            Surroundings surroundings = new Surroundings(
                    name -> {
                        assertThat(name).isEqualTo("real.example");
                        asked.incrementAndGet();
                        return new InetAddress[] {InetAddress.getByAddress(name, new byte[] {127, 0, 0, 1})};
                    },
                    () -> 0);
            String url = "http://public.example:" + origin.port() + "/base";
            try (Front front =
                    front(kind, surroundings, routeTo("{'url': '" + url + "', 'connectTo': 'real.example'}", ""))) {
                assertThat(get(front).text()).isEqualTo("yes");
                assertThat(origin.awaitRequest(1).header("Host")).isEqualTo("public.example:" + origin.port());
                assertThat(origin.awaitRequest(1).target()).isEqualTo("/base/x");
                assertThat(asked).hasPositiveValue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theClientsOwnHostTravelsOnWhereThePoolSaysSo(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "yes");
                Front front = front(kind, pool(List.of(origin), "'hostHeader': 'original'"))) {
            get(front);
            assertThat(origin.awaitRequest(1).header("Host")).isEqualTo("visitor.example");
        }
    }

    @Test
    void anyHostMayBeSaid() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "yes");
                Front front = front(Front.Kind.JETTY, pool(List.of(origin), "'hostHeader': 'Shop.example:8080'"))) {
            get(front);
            assertThat(origin.awaitRequest(1).header("Host")).isEqualTo("shop.example:8080");
        }
    }

    @ParameterizedTest
    @CsvSource({"overwrite,http,visitor.example,127.0.0.1", "pass,told,told,told", "remove,,,"})
    void fieldsThatTellOfTheVisitorAreOursTheirsOrNobodys(String treatment, String proto, String host, String address)
            throws Exception {
        String fields = "'forwardedHeaders': {'host': '" + treatment + "', 'proto': '" + treatment + "', 'for': '"
                + treatment + "'}";
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "yes");
                Front front = front(Front.Kind.JETTY, pool(List.of(origin), "", fields))) {
            asked(
                    front,
                    "GET /x HTTP/1.1\r\nHost: visitor.example\r\nX-Forwarded-Host: told\r\nX-Forwarded-Proto: told\r\n"
                            + "X-Forwarded-For: told\r\n\r\n");
            WireMessage sent = origin.awaitRequest(1);
            assertThat(sent.header("X-Forwarded-Proto")).isEqualTo(proto);
            assertThat(sent.header("X-Forwarded-Host")).isEqualTo(host);
            assertThat(sent.header("X-Forwarded-For")).isEqualTo(address);
        }
    }

    @Test
    void whatIsLeftOfTheDeadlineIsToldInAFieldAndAClientsOwnIsNot() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "yes");
                Front front = front(
                        Front.Kind.JETTY,
                        pool(
                                List.of(origin),
                                "'deadlines': {'timeoutMs': 5000}",
                                "'deadlineHeader': 'X-Deadline-Ms'"))) {
            asked(front, "GET /x HTTP/1.1\r\nHost: s\r\nX-Deadline-Ms: 99999999\r\n\r\n");
            assertThat(Integer.parseInt(String.valueOf(origin.awaitRequest(1).header("X-Deadline-Ms"))))
                    .isBetween(4000, 5000);
        }
    }

    @Test
    void aDeadlineThatIsSwitchedOffIsNone() throws Exception {
        try (ScriptedOrigin slow = ScriptedOrigin.replying((request, connection) -> {
                    connection.hold();
                    connection.respond(200, "at last");
                });
                Front front = front(
                        Front.Kind.JETTY,
                        pool(
                                List.of(slow),
                                "'deadlines': {'timeoutMs': 0, 'totalTimeoutMs': 0, 'firstChunkTimeoutMs': 0, "
                                        + "'streamIdleTimeoutMs': 0}",
                                "'timeoutMs': 1, 'totalTimeoutMs': 1"));
                RawClient client = RawClient.to(front.port())) {
            client.get("/x", "s");
            slow.awaitOpenConnections(1);
            slow.release();
            assertThat(client.response().text()).isEqualTo("at last");
        }
    }

    // What the client hears

    @ParameterizedTest
    @EnumSource
    void theOriginIsNamedInTheFieldsThatTheRouteNames(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "yes", "x-origin: forged");
                Front front = front(
                        kind,
                        pool(List.of(origin), "", "'identifyOrigin': {'X-Origin': 'origin', 'X-Name': 'name'}"))) {
            WireMessage response = get(front);
            assertThat(response.header("X-Origin")).isEqualTo("http://" + origin.authority());
            assertThat(response.header("X-Name")).isEqualTo("o0");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHostNameIsTheNameOfAnOriginWithoutOne(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "yes");
                Front front =
                        front(kind, Tables.route("/", origin.authority(), "'identifyOrigin': {'x-name': 'name'}"))) {
            assertThat(get(front).header("x-name")).isEqualTo("127.0.0.1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingMayBeStoredWhereTheRouteSaysSo(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(
                        200, "yes", "Cache-Control: max-age=60", "Surrogate-Control: max-age=60", "Expires: 0");
                Front front = front(kind, pool(List.of(origin), "", "'noStore': true"))) {
            WireMessage response = get(front);
            assertThat(response.header("Cache-Control")).isEqualTo("no-store");
            assertThat(response.header("Surrogate-Control")).isEqualTo("no-store");
            assertThat(response.header("CDN-Cache-Control")).isNull();
            assertThat(response.header("Expires")).isNull();
        }
    }
}
