package dev.gatehouse.guard.limit;

import static dev.gatehouse.guard.limit.Calls.call;
import static dev.gatehouse.guard.limit.Calls.limiter;
import static dev.gatehouse.guard.limit.Calls.refusal;
import static dev.gatehouse.guard.limit.Calls.rule;
import static dev.gatehouse.guard.limit.Calls.settings;
import static dev.gatehouse.guard.limit.Calls.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.config.model.RateLimit.By;
import dev.gatehouse.config.model.RateSettings.OnFailure;
import dev.gatehouse.guard.Guard;
import dev.gatehouse.guard.Reason;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.redis.RedisAddress;
import dev.gatehouse.testkit.LocalRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Limits that all nodes share, while what they share is not there. */
class SharedLimitOutageIT {

    /** A wait of half a second, a round trip, and a slow machine. */
    private static final Duration SOON = Duration.ofSeconds(3);

    @Test
    void aRedisThatIsKilledRefusesAndCountsAgainOnceItIsBack() {
        try (LocalRedis redis = LocalRedis.start();
                Limiters node = node(redis.url(), OnFailure.REFUSE)) {
            Guard guard = node.guard(rule("login", By.IP), "r");
            assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);
            assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(429);

            redis.kill();
            Verdict.Refuse refusal = refusal(guard.judge(call("192.0.2.1", "/")));
            assertThat(refusal.status()).isEqualTo(500);
            assertThat(refusal.reason()).isEqualTo(Reason.RATE_LIMIT);
            assertThat(refusal.code()).isEqualTo("rate_limit_unavailable");

            redis.restart();
            await().atMost(Duration.ofSeconds(10)).until(() -> status(guard.judge(call("192.0.2.1", "/"))) != 500);
            assertThat(status(guard.judge(call("192.0.2.1", "/"))))
                    .as("counted anew")
                    .isEqualTo(429);
        }
    }

    @Test
    void anOutageAdmitsWhereTheOperatorWantsThat() {
        try (LocalRedis redis = LocalRedis.start();
                Limiters node = node(redis.url(), OnFailure.ADMIT)) {
            Guard guard = node.guard(rule("login", By.IP), "r");
            assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);
            assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(429);

            redis.kill();
            assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);
            assertThat(refusal(guard.judge(call(null, "/"))).code())
                    .as("who is not known is still refused")
                    .isEqualTo("rate_limit_unidentifiable");
            assertThat(status(node.guard(rule("nobody", By.IP), "r").judge(call("192.0.2.1", "/"))))
                    .as("and so is a limiter that is not declared")
                    .isEqualTo(500);
        }
    }

    @Test
    void whileItIsGoneNobodyWaits() {
        try (LocalRedis redis = LocalRedis.start();
                Limiters node = node(redis.url(), OnFailure.REFUSE)) {
            Guard guard = node.guard(rule("login", By.IP), "r");
            redis.kill();
            status(guard.judge(call("192.0.2.1", "/"))); // this one finds out

            await().atMost(SOON).until(() -> !(guard.judge(call("192.0.2.1", "/")) instanceof Verdict.Later));
            for (int i = 0; i < 10_000; i++) {
                assertThat(guard.judge(call("192.0.2.1", "/"))).isInstanceOf(Verdict.Refuse.class);
            }
        }
    }

    @Test
    void nobodyWaitsForARedisThatNeverWasThere() throws IOException {
        int nobodyThere;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobodyThere = closed.getLocalPort();
        }
        try (Limiters node = node("redis://127.0.0.1:" + nobodyThere, OnFailure.REFUSE)) {
            Verdict verdict = node.guard(rule("login", By.IP), "r").judge(call("192.0.2.1", "/"));

            assertThat(refusal(verdict).code()).isEqualTo("rate_limit_unavailable");
            assertThat(verdict).isInstanceOf(Verdict.Refuse.class);
        }
    }

    @Test
    void aServerThatNeverAnswersHoldsUpNeitherTheStartNorARequestNorTheStop() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            long start = System.nanoTime();
            try (Limiters node = node("redis://127.0.0.1:" + silent.getLocalPort(), OnFailure.REFUSE)) {
                Guard guard = node.guard(rule("login", By.IP), "r");
                assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(500);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
        }
    }

    @Test
    void aRedisThatFallsSilentMidWaySettlesAllWhoWaitAndThoseAfterThem() {
        try (LocalRedis redis = LocalRedis.start();
                Limiters node = node(redis.url(), OnFailure.REFUSE);
                Jedis stopper = new Jedis("127.0.0.1", redis.port())) {
            Guard guard = node.guard(rule("wide", By.ROUTE), "r");
            assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);

            stopper.clientPause(3_000); // the connection stays, and nothing is answered
            long start = System.nanoTime();
            List<Verdict> verdicts = new ArrayList<>();
            for (int i = 0; i < RedisCounters.MOST_WAITING + 500; i++) {
                verdicts.add(guard.judge(call("192.0.2.1", "/")));
            }
            assertThat(verdicts.get(verdicts.size() - 1))
                    .as("the queue is full, and is not waited for")
                    .isInstanceOf(Verdict.Refuse.class);
            assertThat(verdicts)
                    .allSatisfy(verdict -> assertThat(status(verdict)).isEqualTo(500));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);

            await().atMost(Duration.ofSeconds(10)).until(() -> status(guard.judge(call("192.0.2.1", "/"))) == 200);
        }
    }

    @Test
    void whereRedisIsSlowerThanRequestsComeNobodyWaitsForAllBeforeHim() throws IOException {
        try (SlowRedis slow = new SlowRedis(Duration.ofMillis(200));
                Limiters node = node(slow.url(), OnFailure.REFUSE)) {
            Guard guard = node.guard(rule("wide", By.ROUTE), "r");
            long start = System.nanoTime();
            List<Verdict> verdicts = new ArrayList<>();
            for (int i = 0; i < RedisCounters.MOST_WAITING; i++) {
                verdicts.add(guard.judge(call("192.0.2.1", "/")));
            }
            List<Integer> statuses = verdicts.stream().map(Calls::status).toList();

            assertThat(Set.copyOf(statuses)).containsExactlyInAnyOrder(200, 500);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("64 in 200 ms would make 13 seconds for all")
                    .isLessThan(SOON);
            assertThat(status(guard.judge(call("192.0.2.1", "/"))))
                    .as("and the connection is as good as before")
                    .isEqualTo(200);
        }
    }

    @Test
    void aServerThatWillNotCountIsAnOutageToo() {
        try (LocalRedis redis = LocalRedis.start();
                Limiters node = node(redis.url(), OnFailure.REFUSE);
                Jedis operator = new Jedis("127.0.0.1", redis.port())) {
            Guard guard = node.guard(rule("wide", By.ROUTE), "r");
            assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);

            operator.replicaof("127.0.0.1", 1); // now it is a replica, which may not be written to
            assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(500);

            operator.replicaofNoOne();
            await().atMost(Duration.ofSeconds(10)).until(() -> status(guard.judge(call("192.0.2.1", "/"))) == 200);
        }
    }

    private static Limiters node(String url, OnFailure onFailure) {
        return Limiters.shared(
                settings(onFailure, limiter("login", 1, 60), limiter("wide", 1_000_000, 60)),
                Objects.requireNonNull(RedisAddress.parse(url)),
                (SSLSocketFactory) SSLSocketFactory.getDefault(),
                Runnable::run);
    }
}
