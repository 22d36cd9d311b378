package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections to upstreams: how many there are, and how long they may be silent. */
class UpstreamLimitsTest {

    @ParameterizedTest
    @EnumSource
    void theIdleTimeoutOfAConnectionDoesNotCutAnExchange(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
            DeadlineTest.pause(500);
            connection.chunkedHead();
            DeadlineTest.pause(500);
            connection.sendChunk("late").sendChunk("");
        })) {
            Map<String, String> settings = new HashMap<>(Tables.all(origin));
            settings.put(
                    "idleTimeout",
                    "250"); // shorter than each pause, longer than a new connection waits for its request
            try (Front front = Front.servlet(kind, "", settings);
                    RawClient client = RawClient.to(front.port())) {
                WireMessage response = client.get("/", "site.test").response();
                assertThat(response.text()).isEqualTo("late");
                assertThat(response.ending()).isEqualTo(WireMessage.Ending.CLEAN);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneRequestTooManyInTheQueueIsAFailureAndNoHang(Front.Kind kind) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (ScriptedOrigin origin = ScriptedOrigin.replying(
                (request, connection) -> connection.hold().respond(200, "ok"))) {
            Map<String, String> settings = new HashMap<>(Tables.all(origin));
            settings.put("maxConnections", "1");
            settings.put("maxQueuedRequests", "1");
            try (Front front = Front.servlet(kind, "", settings);
                    RawClient served = RawClient.to(front.port());
                    RawClient one = RawClient.to(front.port());
                    RawClient other = RawClient.to(front.port())) {
                served.get("/", "site.test");
                origin.awaitRequest(1);
                // One of the two finds the place in the queue taken.
                CompletableFuture<WireMessage> first = CompletableFuture.supplyAsync(() -> response(one), threads);
                CompletableFuture<WireMessage> second = CompletableFuture.supplyAsync(() -> response(other), threads);
                WireMessage refused =
                        (WireMessage) CompletableFuture.anyOf(first, second).get(5, TimeUnit.SECONDS);
                assertThat(refused.status()).isEqualTo(502);
                origin.release();
                assertThat(served.response().status()).isEqualTo(200);
                CompletableFuture.allOf(first, second).get(5, TimeUnit.SECONDS);
                assertThat(List.of(first.get().status(), second.get().status())).containsExactlyInAnyOrder(200, 502);
                assertThat(origin.connections()).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static WireMessage response(RawClient client) {
        try {
            return client.get("/", "site.test").response();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
