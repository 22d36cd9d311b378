package dev.gatehouse.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.TlsKeys;
import dev.gatehouse.testkit.WireMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kisum: the page that tells how all origins are, and whom it tells. */
@SuppressWarnings("try") // origins that only have to be there
class KisumStatusTest extends KisumFlow {

    private static final String ORIGIN = "Origin: https://app.example";

    /** The body, with the moment in it replaced; fails where it is none, or was long ago. */
    private static String body(WireMessage response) {
        String text = response.text();
        String before = "\"kvCheckedAt\":\"";
        int from = text.indexOf(before) + before.length();
        int to = text.indexOf('"', from);
        Instant when = Instant.parse(text.substring(from, to));
        assertThat(Duration.between(when, Instant.now()).abs()).isLessThan(Duration.ofMinutes(1));
        return text.substring(0, from) + "T" + text.substring(to);
    }

    @ParameterizedTest
    @EnumSource
    void allOriginsAreAskedAtOnceAndWhatTheySayIsStored(Front.Kind kind) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(200, "a");
                ProbedOrigin b = ProbedOrigin.withHealth(ProbedOrigin.SICK, "b");
                ProbedOrigin core = ProbedOrigin.answering(200, "core");
                Front front = kisum(kind, "{\"ai\": " + listed(a, b) + ", \"core\": " + listed(core) + "}")) {
            settle(front, a, b, core);
            int before = a.probes().size();
            b.health(ProbedOrigin.WELL);
            core.health(ProbedOrigin.SICK);
            WireMessage response = checked(front);
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("Content-Type")).isEqualTo("application/json");
            assertThat(response.header("Cache-Control")).isEqualTo("no-store");
            assertThat(body(response))
                    .isEqualTo("{\"status\":\"ok\",\"kvUpdated\":true,\"kvCheckedAt\":\"T\",\"services\":{"
                            + "\"ai\":[{\"name\":\"a\",\"healthy\":true,\"kvHealthy\":true},"
                            + "{\"name\":\"b\",\"healthy\":true,\"kvHealthy\":true}],"
                            + "\"core\":[{\"name\":\"a\",\"healthy\":false,\"kvHealthy\":false}]}}");
            assertThat(a.probes()).hasSize(before + 1);
            assertThat(events).isEmpty(); // it is no request of any route
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoDoesNotBringTheSecretIsToldNothing(Front.Kind kind) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(200, "a");
                Front front = settled(kind, a)) {
            int before = a.probes().size();
            for (String target : List.of(
                    STATUS, STATUS + "?secret=", STATUS + "?secret=status-secre", STATUS + "?x=status-secret")) {
                WireMessage response = get(front, target, ORIGIN);
                assertThat(response.status()).isEqualTo(401);
                assertThat(response.text()).isEqualTo("{\"error\":\"status_secret\"}");
                assertThat(response.header("WWW-Authenticate")).isEqualTo("Bearer");
                assertThat(response.header("Access-Control-Allow-Origin")).isEqualTo("https://app.example");
            }
            for (String authorization : List.of(
                    "Bearer status-secret2",
                    "Bearer ",
                    "Basic status-secret",
                    "status-secret",
                    "Bearer STATUS-SECRET")) {
                assertThat(get(front, STATUS, "Authorization: " + authorization).status())
                        .as(authorization)
                        .isEqualTo(401);
            }
            assertThat(a.probes()).hasSize(before);
            assertThat(a.asked()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?secret=status-secret", "?a=b&secret=status-secret", "?secret=status%2Dsecret&server=x"})
    void theSecretMayBeAParameter(String query) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(200, "a");
                Front front = settled(Front.Kind.JETTY, a)) {
            assertThat(get(front, STATUS + query).status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutASecretThePageIsClosed(Front.Kind kind, @TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("TRUST"), TlsKeys.PASSWORD);
        try (ProbedOrigin a = ProbedOrigin.answering(200, "a");
                Front front = kisum(kind, listed(a), "secretsDir", folder.toString())) {
            for (String authorization : List.of("Bearer ", "Bearer null", BEARER.substring(15))) {
                WireMessage response = get(front, STATUS, "Authorization: " + authorization);
                assertThat(response.status()).isEqualTo(403);
                assertThat(response.text()).isEqualTo("{\"error\":\"status_closed\"}");
            }
            assertThat(get(front, STATUS + "?secret=").status()).isEqualTo(403);
            assertThat(a.asked()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void otherMethodsAreNotAllowedAndNeverForwarded(Front.Kind kind) throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(200, "a");
                Front front = kisum(kind, listed(a))) {
            for (String method : List.of("POST", "HEAD", "PUT", "DELETE", "OPTIONS")) {
                try (RawClient client = RawClient.to(front.port())) {
                    client.send(request(API, method + " " + STATUS, BEARER));
                    WireMessage response = method.equals("HEAD") ? client.responseToHead() : client.response();
                    assertThat(response.status()).isEqualTo(405);
                    assertThat(response.header("Allow")).isEqualTo("GET");
                }
            }
            assertThat(get(front, STATUS).status()).isEqualTo(401);
            assertThat(checked(front).status()).isEqualTo(200);
            assertThat(a.asked()).isEmpty();
        }
    }

    @Test
    void aServiceMayHaveAPathThatLooksAlike() throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(200, "a");
                Front front = kisum(Front.Kind.JETTY, "{\"x\": " + listed(a) + "}")) {
            assertThat(get(front, "/x/__lb/status").text()).isEqualTo("a");
            assertThat(a.asked().get(0).target()).isEqualTo(STATUS);
        }
    }

    private static String named(ProbedOrigin origin, String... names) {
        List<String> entries = java.util.Arrays.stream(names)
                .map(name -> "{\"name\": \"" + name + "\", \"baseUrl\": \"" + origin.url() + "\"}")
                .toList();
        return "[" + String.join(",", entries) + "]";
    }

    @Test
    void oneSiteIsShownWhereItIsAskedFor() throws Exception {
        try (ProbedOrigin origin = ProbedOrigin.answering(200, "yes");
                Front front = kisum(
                        Front.Kind.JETTY,
                        "{\"auth\": " + named(origin, "auth-a", "auth-B") + ", \"ai\": " + named(origin, "ai-a")
                                + "}")) {
            settle(front, origin);
            assertThat(body(get(front, STATUS + "?server=b", BEARER)))
                    .isEqualTo("{\"status\":\"ok\",\"server\":\"b\",\"kvUpdated\":true,\"kvCheckedAt\":\"T\","
                            + "\"services\":{\"auth\":[{\"name\":\"auth-B\",\"healthy\":true,\"kvHealthy\":true}]}}");
            assertThat(body(get(front, STATUS + "?secret=status-secret&server=A")))
                    .isEqualTo("{\"status\":\"ok\",\"server\":\"A\",\"kvUpdated\":true,\"kvCheckedAt\":\"T\","
                            + "\"services\":{\"auth\":[{\"name\":\"auth-a\",\"healthy\":true,\"kvHealthy\":true}],"
                            + "\"ai\":[{\"name\":\"ai-a\",\"healthy\":true,\"kvHealthy\":true}]}}");
            assertThat(body(get(front, STATUS + "?server=c", BEARER))).endsWith("\"services\":{}}");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoAsksWhileARoundIsUnderWayIsGivenItsResult(Front.Kind kind) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (ProbedOrigin a = ProbedOrigin.withHealth(
                        (request, connection) -> ProbedOrigin.WELL.to(request, connection.await(go)), "a");
                Front front = kisum(kind, listed(a));
                RawClient one = RawClient.to(front.port());
                RawClient two = RawClient.to(front.port())) {
            a.origin().awaitRequest(1);
            one.send(request(API, "GET " + STATUS, BEARER));
            two.send(request(API, "GET " + STATUS, BEARER));
            assertThat(get(front, "/").text()).isEqualTo("a"); // nobody else waits
            go.countDown();
            assertThat(one.response().status()).isEqualTo(200);
            assertThat(two.response().status()).isEqualTo(200);
        }
    }
}
