package dev.gatehouse.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** MessageWeave: the aggregate of its backends' health, which is not the way of requests. */
@SuppressWarnings("try") // origins that are stopped in mid-test
class HealthzWorkerTest extends ProfileFlow {

    private static final String PAGE = "/healthz-worker";

    private static WireMessage get(Front front, String target) throws IOException {
        return asked(front, "lb.example", "GET " + target);
    }

    private Front front(Front.Kind kind, Map<String, String> variables) throws Exception {
        return front(kind, "messageweave", FIRST, variables);
    }

    /** Whose health is this status, and who answers anything else with 200 and {@code body}. */
    private static ScriptedOrigin backend(int health, String body) throws Exception {
        return replying((request, connection) -> {
            boolean probe = request.target().equals("/healthz");
            connection.respond(probe ? health : 200, probe ? "" : body);
        });
    }

    private static String entry(ScriptedOrigin origin, boolean up, Object status) {
        return "{\"origin\":\"" + origin(origin) + "\",\"up\":" + up + ",\"status\":" + status + "}";
    }

    @ParameterizedTest
    @EnumSource
    void allBackendsAreAskedAndListed(Front.Kind kind) throws Exception {
        try (ScriptedOrigin well = backend(200, "");
                ScriptedOrigin picky = backend(404, "");
                ScriptedOrigin sick = backend(503, "");
                ScriptedOrigin gone = backend(200, "")) {
            gone.close();
            try (Front front = front(kind, backends(List.of(well, picky, sick, gone), "LB_VERSION", "2026-11-30"))) {
                WireMessage response = get(front, PAGE);
                assertThat(response.status()).isEqualTo(200);
                assertThat(response.header("Content-Type")).isEqualTo("application/json");
                assertThat(response.header("Cache-Control")).isEqualTo("no-store");
                assertThat(response.text())
                        .isEqualTo("{\"status\":\"ok\",\"version\":\"2026-11-30\",\"available\":2,\"total\":4,"
                                + "\"backends\":["
                                + entry(well, true, 200) + "," + entry(picky, true, 404) + ","
                                + entry(sick, false, 503) + "," + entry(gone, false, "null") + "]}");
                assertThat(well.requests()).hasSize(1);
                assertThat(well.requests().get(0).startLine()).isEqualTo("GET /healthz HTTP/1.1");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"499, true", "500, false"})
    void upIsWhoAnswersBelowFiveHundred(int status, boolean up) throws Exception {
        try (ScriptedOrigin backend = backend(status, "");
                Front front = front(Front.Kind.JETTY, backends(List.of(backend)))) {
            WireMessage response = get(front, PAGE);
            assertThat(response.status()).isEqualTo(up ? 200 : 503);
            assertThat(response.text()).contains(entry(backend, up, status));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereNobodyIsUpThePageSaysDown(Front.Kind kind) throws Exception {
        try (ScriptedOrigin one = backend(500, "page");
                ScriptedOrigin two = backend(502, "page");
                Front front = front(kind, backends(List.of(one, two)))) {
            WireMessage response = get(front, PAGE);
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.text())
                    .startsWith("{\"status\":\"down\",\"version\":\"unknown\",\"available\":0,\"total\":2,");
            assertThat(get(front, "/").text()).isEqualTo("page"); // requests do not go by it
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", " [ ] "})
    void withoutBackendsThePageSaysSoWhileRequestsAreRefused(String list) throws Exception {
        Map<String, String> variables =
                list.isEmpty() ? Map.of("LB_VERSION", "7") : Map.of("BACKEND_ORIGINS_JSON", list, "LB_VERSION", "7");
        try (Front front = front(Front.Kind.JETTY, variables)) {
            WireMessage response = get(front, PAGE);
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.text())
                    .isEqualTo("{\"status\":\"no-backends\",\"version\":\"7\",\"available\":0,\"total\":0,"
                            + "\"backends\":[]}");
            assertThat(get(front, "/").status()).isEqualTo(503);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "{}", "[1]", "[\"http://a.example\"]"})
    void aListThatIsNoneIsToldHereToo(String list) throws Exception {
        try (Front front = front(Front.Kind.JETTY, Map.of("BACKEND_ORIGINS_JSON", list))) {
            WireMessage response = get(front, PAGE);
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.text()).isEqualTo("misconfigured backends");
            assertThat(response.header("Content-Type")).startsWith("text/plain");
        }
    }

    @ParameterizedTest
    @EnumSource
    void otherMethodsAreNotAllowed(Front.Kind kind) throws Exception {
        try (ScriptedOrigin backend = backend(200, "");
                Front front = front(kind, backends(List.of(backend)))) {
            for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "HEAD")) {
                try (RawClient client = RawClient.to(front.port())) {
                    client.send(request("lb.example", method + " " + PAGE));
                    WireMessage response = method.equals("HEAD") ? client.responseToHead() : client.response();
                    assertThat(response.status()).isEqualTo(405);
                    assertThat(response.header("Allow")).isEqualTo("GET");
                }
            }
            assertThat(backend.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoComesWithoutTlsIsSentToHttps(Front.Kind kind) throws Exception {
        try (ScriptedOrigin backend = backend(200, "");
                Front front = front(kind, backends(List.of(backend)));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get(PAGE + "?x=1", "lb.example").response();
            assertThat(response.status()).isEqualTo(308);
            assertThat(response.header("Location")).isEqualTo("https://lb.example" + PAGE + "?x=1");
            assertThat(backend.connections()).isZero();
        }
    }

    @Test
    void anAnswerHoldsForAWhileAndOneProbeIsEnoughForMany() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedOrigin backend =
                        replying((request, connection) -> connection.await(go).respond(200, ""));
                Front front = front(Front.Kind.JETTY, backends(List.of(backend)));
                RawClient one = RawClient.to(front.port());
                RawClient two = RawClient.to(front.port())) {
            one.send(request("lb.example", "GET " + PAGE));
            two.send(request("lb.example", "GET " + PAGE));
            backend.awaitRequest(1);
            go.countDown();
            assertThat(one.response().status()).isEqualTo(200);
            assertThat(two.response().status()).isEqualTo(200);
            for (int i = 0; i < 20; i++) {
                assertThat(get(front, PAGE).status()).isEqualTo(200);
            }
            assertThat(backend.requests()).hasSize(1);
        }
    }

    @Test
    void aFailureHoldsAsLongAndThenTheBackendIsAskedAgain() throws Exception {
        AtomicInteger health = new AtomicInteger(500);
        try (ScriptedOrigin backend = replying((request, connection) -> connection.respond(health.get(), ""))) {
            try (Front front = front(Front.Kind.JETTY, backends(List.of(backend)))) { // half a minute
                assertThat(get(front, PAGE).status()).isEqualTo(503);
                health.set(200);
                assertThat(get(front, PAGE).status()).isEqualTo(503);
            }
            health.set(500);
            try (Front front = front(Front.Kind.JETTY, backends(List.of(backend), "LB_HEALTH_TTL_MS", "1"))) {
                assertThat(get(front, PAGE).status()).isEqualTo(503);
                health.set(200);
                long end = System.nanoTime() + Duration.ofMillis(2).toNanos();
                while (System.nanoTime() < end) {
                    Thread.onSpinWait(); // past the millisecond
                }
                assertThat(get(front, PAGE).status()).isEqualTo(200);
            }
            assertThat(backend.requests()).hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectOfABackendIsFollowed(Front.Kind kind) throws Exception {
        try (ScriptedOrigin well = replying((request, connection) -> {
                    if (request.target().equals("/healthz")) {
                        connection.respond(302, "", "Location: /deeper");
                    } else {
                        connection.respond(204, "");
                    }
                });
                ScriptedOrigin sick = replying((request, connection) -> {
                    if (request.target().equals("/healthz")) {
                        connection.respond(301, "", "Location: /deeper");
                    } else {
                        connection.respond(500, "");
                    }
                });
                Front front = front(kind, backends(List.of(well, sick)))) {
            assertThat(get(front, PAGE).text()).contains(entry(well, true, 204), entry(sick, false, 500));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBackendThatIsLateIsDownAndHoldsUpNoOther(Front.Kind kind) throws Exception {
        try (ScriptedOrigin late = replying((request, connection) -> connection.hold());
                ScriptedOrigin later = replying((request, connection) -> connection.hold());
                ScriptedOrigin latest = replying((request, connection) -> connection.hold());
                ScriptedOrigin well = backend(200, "page");
                Front front =
                        front(kind, backends(List.of(late, later, latest, well), "LB_REQUEST_TIMEOUT_MS", "1000"))) {
            long before = System.nanoTime();
            WireMessage response = get(front, PAGE);
            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(1))
                    .isLessThan(Duration.ofSeconds(3)); // one after the other they would take that long
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.text())
                    .contains(entry(late, false, "null"), entry(latest, false, "null"), entry(well, true, 200));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPageThroughTheBalancerIsAnotherProofThanTheAggregate(Front.Kind kind) throws Exception {
        try (ScriptedOrigin backend = replying((request, connection) -> {
                    boolean probe = request.target().equals("/healthz");
                    connection.respond(probe ? 200 : 500, probe ? "fine" : "broken");
                });
                ScriptedOrigin other = backend(503, "page");
                Front front = front(kind, backends(List.of(backend, other)))) {
            assertThat(get(front, PAGE).text()).contains(entry(backend, true, 200), entry(other, false, 503));
            assertThat(get(front, "/").text()).isEqualTo("page"); // of the one that is down
            assertThat(get(front, "/healthz").text()).isEqualTo("fine"); // a listed path like any other
            assertThat(get(front, "/healthz-worker/").text()).isEqualTo("route not forwarded: /healthz-worker/");
        }
    }
}
