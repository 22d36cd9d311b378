package dev.gatehouse.upstream.health;

import static dev.gatehouse.upstream.health.Services.PROBE;
import static dev.gatehouse.upstream.health.Services.health;
import static dev.gatehouse.upstream.health.Services.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.gatehouse.redis.RedisAddress;
import dev.gatehouse.testkit.HandAlarms;
import dev.gatehouse.testkit.LocalRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Jedis;

/** Health that all nodes share, while what they share is not there. */
class SharedHealthOutageIT {

    private static final String KEY = "own:key";
    private static final HealthService SERVICE = service("s", health(PROBE + ", \"shared\": true"), "a", "b");

    private final HandAlarms alarms = new HandAlarms();
    private final HandProber prober = new HandProber();

    @Test
    void aRedisThatIsKilledIsDoneWithoutAndIsUsedAgainOnceItIsBack() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                RedisHealthStore other = store(redis.url());
                UpstreamHealth node = node(store(redis.url()))) {
            HealthBoard board = node.board(SERVICE);
            awaitStored(node, true);
            assertThat(check(node, 200, 200).services().get("s"))
                    .containsExactly(
                            new CheckReport.Entry("a", "a", true, true), new CheckReport.Entry("b", "b", true, true));
            await().until(() -> other.current().flags("s").size() == 2);

            redis.kill();
            awaitStored(node, false);
            CheckReport during = check(node, 200, 503);
            assertThat(during.stored()).isFalse();
            assertThat(during.services().get("s"))
                    .as("what is stored is what was")
                    .containsExactly(
                            new CheckReport.Entry("a", "a", true, true), new CheckReport.Entry("b", "b", false, true));
            assertThat(board.isAlive("b")).as("routing goes by what was found").isFalse();
            board.mark("a", false);
            assertThat(board.isAlive("a")).isFalse();
            assertThat(other.current().flags("s")).isEqualTo(Map.of("a", true, "b", true));

            redis.restart();
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> other.current().flags("s").equals(Map.of("a", false, "b", false)));
            awaitStored(node, true);
            assertThat(check(node, 200, 200).stored()).isTrue();
            await().until(() -> other.current().flags("s").equals(Map.of("a", true, "b", true)));
        }
    }

    @Test
    void aRedisThatLosesTheDocumentIsGivenWhatIsKnown() {
        try (LocalRedis redis = LocalRedis.start();
                RedisHealthStore store = store(redis.url());
                Jedis inspector = new Jedis("127.0.0.1", redis.port())) {
            store.patch("s", Map.of("a", false));
            await().until(() -> store.stored().flags("s").equals(Map.of("a", false)));
            inspector.flushAll();

            await().until(() -> inspector.exists(KEY));
            assertThat(inspector.get(KEY)).isEqualTo("{\"services\":{\"s\":{\"a\":false}}}");
            assertThat(store.current().flags("s")).isEqualTo(Map.of("a", false));
        }
    }

    @Test
    void nobodyWaitsForARedisThatNeverWasThere() throws Exception {
        int nobodyThere;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobodyThere = closed.getLocalPort();
        }
        try (UpstreamHealth node = node(store("redis://127.0.0.1:" + nobodyThere))) {
            CheckReport report = check(node, 200, 503);

            assertThat(report)
                    .isEqualTo(new CheckReport(
                            Map.of(
                                    "s",
                                    List.of(
                                            new CheckReport.Entry("a", "a", true, null),
                                            new CheckReport.Entry("b", "b", false, null))),
                            false,
                            null));
            assertThat(node.board(SERVICE).isAlive("a")).isTrue();
            assertThat(node.board(SERVICE).isAlive("b")).isFalse();
        }
    }

    @Test
    void aServerThatNeverAnswersHoldsUpNeitherTheStartNorAStatusNorTheStop() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            long start = System.nanoTime();
            try (UpstreamHealth node = node(store("redis://127.0.0.1:" + silent.getLocalPort()))) {
                assertThat(check(node, 200, 200).stored()).isFalse();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        }
    }

    @Test
    void aStatusThatIsUnderWayWhenRedisFallsSilentComesAllTheSame() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                UpstreamHealth node = node(store(redis.url()));
                Jedis stopper = new Jedis("127.0.0.1", redis.port())) {
            awaitStored(node, true);
            stopper.clientPause(3_000); // the connection stays, and nothing is answered
            long start = System.nanoTime();

            assertThat(check(node, 200, 503).stored()).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
            assertThat(node.board(SERVICE).isAlive("b")).isFalse();
            awaitStored(node, true);
        }
    }

    @Test
    void aServerThatWillNotStoreIsAnOutageToo() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                UpstreamHealth node = node(store(redis.url()));
                Jedis operator = new Jedis("127.0.0.1", redis.port())) {
            awaitStored(node, true);
            operator.replicaof("127.0.0.1", 1); // now it is a replica, which may not be written to
            assertThat(check(node, 200, 503).stored()).isFalse();
            awaitStored(node, false);

            operator.replicaofNoOne();
            awaitStored(node, true);
        }
    }

    @Test
    void anOutageIsToldOnceHoweverManyWantToStore() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(RedisHealthStore.class);
        ListAppender<ILoggingEvent> told = new ListAppender<>();
        told.start();
        logger.addAppender(told);
        try (LocalRedis redis = LocalRedis.start();
                RedisHealthStore store = store(redis.url())) {
            await().until(store::isOpen);
            redis.kill();
            await().until(() -> !store.isOpen());
            for (int i = 0; i < 100; i++) {
                store.patch("s", Map.of("a", i % 2 == 0));
            }
            redis.restart();
            await().atMost(Duration.ofSeconds(20)).until(store::isOpen);

            assertThat(told.list)
                    .filteredOn(event -> event.getLevel() == Level.WARN)
                    .singleElement()
                    .satisfies(event -> assertThat(event.getFormattedMessage()).doesNotContain("127.0.0.1"));
        } finally {
            logger.detachAppender(told);
        }
    }

    private UpstreamHealth node(RedisHealthStore store) {
        UpstreamHealth node =
                new UpstreamHealth(new HealthStores(new LocalHealthStore(), store), prober, alarms, alarms.clock());
        node.serve(List.of(SERVICE));
        return node;
    }

    private static RedisHealthStore store(String url) {
        return RedisHealthStore.start(
                Objects.requireNonNull(RedisAddress.parse(url)),
                KEY,
                (SSLSocketFactory) SSLSocketFactory.getDefault(),
                Runnable::run);
    }

    /** Waits until a status can, or cannot, be stored; each try is one. */
    private void awaitStored(UpstreamHealth node, boolean stored) {
        await().atMost(Duration.ofSeconds(20)).until(() -> check(node, 200, 200).stored() == stored);
    }

    private CheckReport check(UpstreamHealth node, int a, int b) {
        CompletableFuture<CheckReport> report = node.checkNow().toCompletableFuture();
        prober.answer("a", a);
        prober.answer("b", b);
        return report.orTimeout(10, TimeUnit.SECONDS).join();
    }
}
