package dev.gatehouse.guard.limit;

import static dev.gatehouse.guard.limit.Calls.call;
import static dev.gatehouse.guard.limit.Calls.limiter;
import static dev.gatehouse.guard.limit.Calls.refusal;
import static dev.gatehouse.guard.limit.Calls.rule;
import static dev.gatehouse.guard.limit.Calls.settings;
import static dev.gatehouse.guard.limit.Calls.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.config.model.RateLimit;
import dev.gatehouse.config.model.RateLimit.By;
import dev.gatehouse.config.model.RateSettings.OnFailure;
import dev.gatehouse.guard.Guard;
import dev.gatehouse.guard.Reason;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.redis.RedisAddress;
import dev.gatehouse.testkit.LocalRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Limits that all nodes share, in a real Redis. What happens without it is in {@code SharedLimitOutageIT}. */
class SharedLimitTest {

    private static final LocalRedis redis = LocalRedis.start();

    private final List<Limiters> nodes = new ArrayList<>();
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
        nodes.forEach(Limiters::close);
        inspector.close();
    }

    @Test
    void theVerdictComesLaterAndIsTheSameAsOnOneNode() {
        Guard guard = node().guard(rule("api", By.IP), "r");

        Verdict first = guard.judge(call("192.0.2.1", "/"));
        assertThat(first).isInstanceOf(Verdict.Later.class);
        assertThat(status(first)).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        Verdict.Refuse refusal = refusal(guard.judge(call("192.0.2.1", "/")));
        assertThat(refusal.status()).isEqualTo(429);
        assertThat(refusal.reason()).isEqualTo(Reason.RATE_LIMIT);
        assertThat(Integer.parseInt(Objects.requireNonNull(refusal.fields().first("Retry-After"))))
                .isBetween(1, 60);
        assertThat(status(guard.judge(call("192.0.2.2", "/")))).isEqualTo(200);
    }

    @Test
    void twoNodesSpendOneLimit() {
        Guard here = node().guard(rule("api", By.IP), "r");
        Guard there = node().guard(rule("api", By.IP), "r");

        assertThat(status(here.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        assertThat(status(there.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        assertThat(status(here.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        assertThat(status(there.judge(call("192.0.2.1", "/")))).isEqualTo(429);
        assertThat(status(here.judge(call("192.0.2.1", "/")))).isEqualTo(429);
    }

    @Test
    void aWindowLastsForThePeriodFromItsFirstRequestAndBeginsAnew() {
        Guard guard = node().guard(rule("login", By.IP), "r");
        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        String key = "gatehouse:rl:login:ip:r:192.0.2.1";
        assertThat(inspector.pttl(key)).isBetween(1L, 60_000L);

        inspector.pexpire(key, 30_000);
        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(429);
        assertThat(inspector.pttl(key))
                .as("a later request does not prolong it")
                .isLessThanOrEqualTo(30_000);

        inspector.pexpire(key, 0); // the end, without waiting for it
        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        assertThat(inspector.pttl(key)).isBetween(30_001L, 60_000L);
        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(429);
    }

    @Test
    void nothingIsLeftBehindForEver() {
        inspector.set("gatehouse:rl:login:ip:r:192.0.2.1", "7"); // as if somebody had restored it without its end
        Guard guard = node().guard(rule("login", By.IP), "r");
        status(guard.judge(call("192.0.2.1", "/")));
        status(guard.judge(call("192.0.2.2", "/")));

        assertThat(inspector.keys("*")).allSatisfy(key -> {
            assertThat(key).startsWith("gatehouse:rl:");
            assertThat(inspector.pttl(key)).isNotEqualTo(-1);
        });
    }

    @Test
    void aRouteMayTellItsCallersWhatIsLeft() {
        Guard guard = node().guard(new RateLimit("api", By.IP, false, true), "r");

        Verdict verdict = Calls.settled(guard.judge(call("192.0.2.1", "/")));
        assertThat(((Verdict.Pass) verdict).answer())
                .hasToString("RateLimit-Policy: \"api\";q=3;w=60\nRateLimit: \"api\";r=2;t=60\n");
    }

    @Test
    void manyRequestsAtOnceGetExactlyTheLimit() {
        Guard guard = node().guard(rule("wide", By.ROUTE), "r");
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            verdicts.add(guard.judge(call("192.0.2.1", "/")));
        }

        assertThat(verdicts.stream().mapToInt(Calls::status).filter(status -> status == 200))
                .hasSize(1_000);
    }

    @Test
    void requestsGoOnWhereTheyAreHandedOverTo() {
        List<String> threads = new ArrayList<>();
        Executor executor = task -> {
            threads.add(Thread.currentThread().getName());
            task.run();
        };
        Guard guard = node(redis.url(), executor).guard(rule("api", By.IP), "r");
        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);

        assertThat(threads).containsExactly("gatehouse-limiters");
    }

    @Test
    void anAnswerIsNotOvertakenOnItsWay() {
        List<Runnable> underWay = new CopyOnWriteArrayList<>();
        Guard guard = node(redis.url(), underWay::add).guard(rule("api", By.IP), "r");
        Verdict first = guard.judge(call("192.0.2.1", "/"));
        await().until(() -> underWay.size() == 1);
        Verdict second = guard.judge(call("192.0.2.1", "/")); // by now the first has been dealt with altogether
        await().until(() -> underWay.size() == 2);

        underWay.get(1).run();
        underWay.get(0).run();
        assertThat(status(first)).isEqualTo(200);
        assertThat(status(second)).isEqualTo(200);
    }

    @Test
    void aVerdictIsGivenEvenWhereNobodyTakesItOver() {
        Executor stopped = task -> {
            throw new RejectedExecutionException();
        };
        Guard guard = node(redis.url(), stopped).guard(rule("api", By.IP), "r");

        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);
    }

    @Test
    void aUserAPasswordAndADatabaseAreUsed() {
        inspector.aclSetUser(
                "proxy", "on", ">p@ss/w+rd", "~gatehouse:rl:*", "+eval", "+incr", "+pttl", "+pexpire", "+select");
        Limiters node = node("redis://proxy:p%40ss%2Fw+rd@127.0.0.1:" + redis.port() + "/3", Runnable::run);

        assertThat(status(node.guard(rule("api", By.IP), "r").judge(call("192.0.2.1", "/"))))
                .isEqualTo(200);
        inspector.select(3);
        assertThat(inspector.exists("gatehouse:rl:api:ip:r:192.0.2.1")).isTrue();
    }

    @Test
    void aWrongPasswordIsAnOutageAndNoOpenDoor() {
        inspector.configSet("requirepass", "right");
        try {
            Guard guard = node("redis://:wrong@127.0.0.1:" + redis.port(), Runnable::run)
                    .guard(rule("api", By.IP), "r");
            assertThat(refusal(guard.judge(call("192.0.2.1", "/"))).code()).isEqualTo("rate_limit_unavailable");
        } finally {
            inspector.configSet("requirepass", "");
        }
    }

    @Test
    void closingEndsTheThreadAndTheConnection() {
        Limiters node = node();
        Guard guard = node.guard(rule("api", By.IP), "r");
        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);

        node.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("gatehouse-limiters");
        await().atMost(Duration.ofSeconds(2))
                .until(() -> inspector.clientList().lines().count() == 1);
        assertThat(refusal(guard.judge(call("192.0.2.1", "/"))).code()).isEqualTo("rate_limit_unavailable");
    }

    private Limiters node() {
        return node(redis.url(), Runnable::run);
    }

    private Limiters node(String url, Executor handOver) {
        Limiters limiters = Limiters.shared(
                settings(OnFailure.REFUSE, limiter("api", 3, 60), limiter("login", 1, 60), limiter("wide", 1_000, 60)),
                Objects.requireNonNull(RedisAddress.parse(url)),
                (SSLSocketFactory) SSLSocketFactory.getDefault(),
                handOver);
        nodes.add(limiters);
        return limiters;
    }
}
