package dev.gatehouse.upstream.health;

import static dev.gatehouse.upstream.health.Services.PROBE;
import static dev.gatehouse.upstream.health.Services.health;
import static dev.gatehouse.upstream.health.Services.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.redis.RedisAddress;
import dev.gatehouse.testkit.HandAlarms;
import dev.gatehouse.testkit.LocalRedis;
import dev.gatehouse.testkit.Together;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** Health that all nodes share, in a real Redis. What happens without it is in {@code SharedHealthOutageIT}. */
class SharedHealthIT {

    private static final String KEY = RedisHealthStore.DEFAULT_KEY;
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    private static final LocalRedis redis = LocalRedis.start();

    private final List<RedisHealthStore> nodes = new ArrayList<>();
    private final Jedis inspector = new Jedis("127.0.0.1", redis.port());

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void emptyRedis() {
        inspector.flushAll();
    }

    @AfterEach
    void stopNodes() {
        nodes.forEach(RedisHealthStore::close);
        inspector.close();
    }

    @Test
    void oneNodeSeesWhatAnotherLearns() {
        HealthBoard one = board(node());
        HealthBoard other = board(node());
        one.mark("a", false);
        assertThat(one.isAlive("a")).as("here at once").isFalse();
        await().until(() -> !other.isAlive("a"));

        other.answered("a", 200);
        await().until(() -> one.isAlive("a"));
    }

    @Test
    void nodesThatLearnAtTheSameTimeDoNotUndoEachOther() throws Exception {
        RedisHealthStore one = node();
        RedisHealthStore other = node();
        AtomicInteger next = new AtomicInteger();
        Together.count(4, 50, () -> {
            int number = next.getAndIncrement();
            (number % 2 == 0 ? one : other).patch("s", Map.of("n" + number, false));
            return true;
        });

        await().until(() -> document().flags("s").size() == 200);
        await().until(() -> one.stored().equals(other.stored()));
    }

    @Test
    void aRoundIsOneDocumentThatOthersCanRead() throws Exception {
        RedisHealthStore node = connected(node());

        assertThat(replace(node, Map.of("auth", Map.of("auth-a", true)))).isTrue();
        assertThat(inspector.get(KEY))
                .isEqualTo("{\"checkedAt\":\"2030-01-01T12:00:00.000Z\",\"services\":{\"auth\":{\"auth-a\":true}}}");
        assertThat(inspector.ttl(KEY)).isBetween(86_000L, 86_400L);
        assertThat(node.stored().checkedAt()).isEqualTo(NOON);
        assertThat(node.current()).isEqualTo(node.stored());
    }

    @Test
    void aRoundTakesThePlaceOfWhatItIsAboutAndKeepsWhatItWasToldTo() throws Exception {
        inspector.set(KEY, "{\"services\":{\"s\":{\"old\":false},\"observed\":{\"x\":false},\"gone\":{\"y\":false}}}");
        RedisHealthStore node = connected(node());

        assertThat(node.replace(new HealthDocument(NOON, Map.of("s", Map.of("a", true))), Set.of("observed", "nothing"))
                        .toCompletableFuture()
                        .get(10, TimeUnit.SECONDS))
                .isTrue();
        assertThat(document().services()).isEqualTo(Map.of("s", Map.of("a", true), "observed", Map.of("x", false)));
    }

    @Test
    void aRoundOvertakesWhatLiveRequestsToldBeforeIt() throws Exception {
        RedisHealthStore node = connected(node());
        RedisHealthStore other = connected(node());
        for (int i = 0; i < 20; i++) {
            node.patch("s", Map.of("a", false));
            var stored = node.replace(new HealthDocument(NOON, Map.of("s", Map.of("a", true))), Set.of());
            assertThat(node.current().flags("s")).as("at once").isEqualTo(Map.of("a", true));
            assertThat(stored.toCompletableFuture().get(10, TimeUnit.SECONDS)).isTrue();
        }
        node.patch("s", Map.of("last", true));
        await().until(() -> other.current().flags("s").containsKey("last"));

        assertThat(other.current().flags("s")).isEqualTo(Map.of("a", true, "last", true));
    }

    @Test
    void whatTwoNodesLearntBetweenRoundsIsKeptWithTheTimeOfTheRound() throws Exception {
        RedisHealthStore one = connected(node());
        RedisHealthStore other = connected(node());
        replace(one, Map.of("s", Map.of("a", true, "b", true)));
        one.patch("s", Map.of("a", false));
        other.patch("s", Map.of("b", false));

        await().until(() -> document().flags("s").equals(Map.of("a", false, "b", false)));
        assertThat(document().checkedAt()).isEqualTo(NOON);
    }

    @Test
    void whereNothingChangesNothingIsWritten() throws Exception {
        RedisHealthStore one = connected(node());
        RedisHealthStore other = connected(node());
        HealthBoard here = board(one);
        HealthBoard there = board(other);
        here.mark("a", false);
        await().until(() -> !there.isAlive("a"));
        long before = writes();
        for (int i = 0; i < 1_000; i++) {
            here.answered("a", 503);
            there.answered("a", 503);
        }
        here.mark("last", false); // by the time this is there, all before it would be
        await().until(() -> !there.isAlive("last"));

        assertThat(writes() - before).isEqualTo(1);
    }

    @Test
    void whatTwoNodesFindOutTogetherIsWrittenOnce() {
        RedisHealthStore one = connected(node());
        RedisHealthStore other = connected(node());
        long before = writes();
        one.patch("s", Map.of("a", false));
        other.patch("s", Map.of("a", false));
        await().until(() -> one.stored().flags("s").equals(Map.of("a", false))
                && other.stored().equals(one.stored()));
        one.patch("s", Map.of("last", false));
        await().until(() -> other.stored().flags("s").size() == 2);

        assertThat(writes() - before).isEqualTo(2);
    }

    @Test
    void whatChangesFasterThanItCanBeSentIsSentTogether() {
        RedisHealthStore one = connected(node());
        RedisHealthStore other = connected(node());
        long before = writes();
        long start = System.nanoTime();
        for (int i = 0; i < 20_000; i++) {
            one.patch("s", Map.of("a", i % 2 == 0));
        }
        one.patch("s", Map.of("last", true));
        await().until(() -> other.current().flags("s").containsKey("last"));
        long tenths = Duration.ofNanos(System.nanoTime() - start).toMillis() / 100;

        assertThat(writes() - before).isBetween(1L, tenths + 2);
        assertThat(other.current().flags("s")).isEqualTo(Map.of("a", false, "last", true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no JSON",
                "7",
                "[]",
                "{\"services\": 7}",
                "{\"services\": []}",
                "{\"services\": {\"s\": 7, \"t\": {\"x\": \"yes\", \"y\": null}}, \"checkedAt\": \"yesterday\"}"
            })
    void aDocumentThatIsNoneOfOursIsNoHindrance(String text) throws Exception {
        inspector.set(KEY, text);
        RedisHealthStore node = node();
        node.patch("s", Map.of("a", false));
        await().until(() -> document().flags("s").equals(Map.of("a", false)));

        assertThat(replace(node, Map.of("s", Map.of("a", true)))).isTrue();
        assertThat(document().services()).isEqualTo(Map.of("s", Map.of("a", true)));
    }

    @Test
    void aStatusThatIsAskedForOnOneNodeIsKnownOnTheOther() throws Exception {
        HandAlarms alarms = new HandAlarms();
        HandProber prober = new HandProber();
        HealthService shared = service("s", health(PROBE + ", \"shared\": true"), "a", "b");
        HealthService own = service("own", health(PROBE), "c");
        RedisHealthStore other = connected(node());
        LocalHealthStore local = new LocalHealthStore();
        try (UpstreamHealth upstreams =
                new UpstreamHealth(new HealthStores(local, connected(node())), prober, alarms, alarms.clock())) {
            upstreams.serve(List.of(shared, own));
            var report = upstreams.checkNow().toCompletableFuture();
            prober.answer("a", 503);
            prober.answerAll(200);

            assertThat(report.get(10, TimeUnit.SECONDS))
                    .isEqualTo(new CheckReport(
                            Map.of(
                                    "s",
                                            List.of(
                                                    new CheckReport.Entry("a", "a", false, false),
                                                    new CheckReport.Entry("b", "b", true, true)),
                                    "own", List.of(new CheckReport.Entry("c", "c", true, true))),
                            true,
                            alarms.clock().instant()));
            await().until(() -> other.current().flags("s").equals(Map.of("a", false, "b", true)));
            assertThat(document().services())
                    .as("what is not shared is not there")
                    .containsOnlyKeys("s");
            assertThat(local.current().services()).containsOnlyKeys("own");
        }
    }

    @Test
    void theEndLeavesNoThread() {
        RedisHealthStore node = connected(node());
        node.close();

        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().equals("gatehouse-health"))
                .isEmpty();
    }

    private static HealthBoard board(HealthStore store) {
        return new HealthBoard("s", health("\"shared\": true"), store, service -> {}, System::nanoTime);
    }

    private RedisHealthStore node() {
        RedisHealthStore node = RedisHealthStore.start(
                Objects.requireNonNull(RedisAddress.parse(redis.url())),
                KEY,
                (SSLSocketFactory) SSLSocketFactory.getDefault(),
                Runnable::run);
        nodes.add(node);
        return node;
    }

    /** Waits until the node can store a round. */
    private static RedisHealthStore connected(RedisHealthStore node) {
        await().until(node::isOpen);
        return node;
    }

    private static boolean replace(RedisHealthStore node, Map<String, Map<String, Boolean>> services) throws Exception {
        return node.replace(new HealthDocument(NOON, services), Set.of())
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    private HealthDocument document() {
        return HealthText.read(Objects.requireNonNullElse(inspector.get(KEY), ""));
    }

    /** How often anything was set since Redis began. */
    private long writes() {
        Matcher calls = Pattern.compile("cmdstat_set:calls=(\\d+)").matcher(inspector.info("commandstats"));
        return calls.find() ? Long.parseLong(calls.group(1)) : 0;
    }
}
