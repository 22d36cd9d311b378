package dev.gatehouse.guard.limit;

import static dev.gatehouse.guard.limit.Calls.call;
import static dev.gatehouse.guard.limit.Calls.limiter;
import static dev.gatehouse.guard.limit.Calls.refusal;
import static dev.gatehouse.guard.limit.Calls.rule;
import static dev.gatehouse.guard.limit.Calls.settings;
import static dev.gatehouse.guard.limit.Calls.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.RateLimit;
import dev.gatehouse.config.model.RateLimit.By;
import dev.gatehouse.config.model.RateSettings.OnFailure;
import dev.gatehouse.guard.Guard;
import dev.gatehouse.guard.Reason;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits that are counted on one node. Those that nodes share are in {@code SharedLimitTest}. */
class RateGuardTest {

    private final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
    private final Limiters limiters = Limiters.onThisNode(
            settings(OnFailure.REFUSE, limiter("api", 3, 10), limiter("login", 1, 60), limiter("tick", 1, 1)), clock);

    @Test
    void theLimitIsAdmittedAndTheNextIsRefusedWith429() {
        Guard guard = limiters.guard(rule("api", By.IP), "r");

        for (int i = 0; i < 3; i++) {
            assertThat(guard.judge(call("192.0.2.1", "/"))).isSameAs(Verdict.PASS);
        }
        Verdict.Refuse refusal = refusal(guard.judge(call("192.0.2.1", "/")));
        assertThat(refusal.status()).isEqualTo(429);
        assertThat(refusal.reason()).isEqualTo(Reason.RATE_LIMIT);
        assertThat(refusal.code()).isEqualTo("rate_limited");
        assertThat(refusal.fields()).hasToString("Retry-After: 10\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 60, 7, 86_400})
    void aWindowEndsWithThePeriodAfterItsFirstRequest(int seconds) {
        Limiters any = Limiters.onThisNode(settings(OnFailure.REFUSE, limiter("any", 2, seconds)), clock);
        Guard guard = any.guard(rule("any", By.IP), "r");
        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        clock.advance(Duration.ofSeconds(seconds).minusNanos(2));
        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);

        clock.advance(Duration.ofNanos(1));
        assertThat(status(guard.judge(call("192.0.2.1", "/"))))
                .as("a nanosecond before the end")
                .isEqualTo(429);

        clock.advance(Duration.ofNanos(1));
        assertThat(status(guard.judge(call("192.0.2.1", "/"))))
                .as("the end, counted from the first request and not from the last")
                .isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(429);
    }

    @Test
    void refusedRequestsDoNotProlongTheWindow() {
        Guard guard = limiters.guard(rule("login", By.IP), "r");
        for (int second = 0; second < 60; second++) {
            assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(second == 0 ? 200 : 429);
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);
    }

    @Test
    void retryAfterIsRoundedUpToTheEndOfTheWindow() {
        Guard guard = limiters.guard(rule("login", By.IP), "r");
        guard.judge(call("192.0.2.1", "/"));

        clock.advance(Duration.ofMillis(57_001));
        assertThat(refusal(guard.judge(call("192.0.2.1", "/"))).fields().first("Retry-After"))
                .isEqualTo("3");
        clock.advance(Duration.ofMillis(2_998));
        assertThat(refusal(guard.judge(call("192.0.2.1", "/"))).fields().first("Retry-After"))
                .isEqualTo("1");
    }

    @Test
    void byIpEveryCallerHasABucketOfItsOwnOnTheRoute() {
        Guard guard = limiters.guard(rule("login", By.IP), "r");

        assertThat(status(guard.judge(call("192.0.2.1", "/a")))).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.2", "/a")))).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.1", "/b"))))
                .as("another path")
                .isEqualTo(429);
    }

    @Test
    void aCallerOfVersion6IsItsNetworkOf64Bits() {
        Guard guard = limiters.guard(rule("login", By.IP), "r");

        assertThat(status(guard.judge(call("2001:db8:0:1::1", "/")))).isEqualTo(200);
        assertThat(status(guard.judge(call("2001:db8:0:1:ffff:ffff:ffff:ffff", "/"))))
                .isEqualTo(429);
        assertThat(status(guard.judge(call("2001:db8:0:2::1", "/")))).isEqualTo(200);
    }

    @Test
    void aMappedAddressIsTheSameCaller() {
        Guard guard = limiters.guard(rule("login", By.IP), "r");

        assertThat(status(guard.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        assertThat(status(guard.judge(call("::ffff:192.0.2.1", "/")))).isEqualTo(429);
        assertThat(status(guard.judge(call("::ffff:192.0.2.2", "/")))).isEqualTo(200);
    }

    @Test
    void byPathEveryCallerHasABucketForEachPath() {
        Guard guard = limiters.guard(rule("login", By.PATH), "r");

        assertThat(status(guard.judge(call("192.0.2.1", "/a")))).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.1", "/b")))).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.2", "/a")))).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.1", "/a?x=1")))).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/login", "/login/", "/%6cogin", "//login", "/login;x=1", "/./login", "/x/..%2flogin"})
    void otherSpellingsOfAPathShareItsBucket(String spelling) {
        Guard guard = limiters.guard(rule("login", By.PATH), "r");

        assertThat(status(guard.judge(call("192.0.2.1", "/login")))).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.1", spelling)))).isEqualTo(429);
        assertThat(status(guard.judge(call("192.0.2.1", "/login/x")))).isEqualTo(200);
    }

    @Test
    void longPathsAreToldApartToo() {
        Guard guard = limiters.guard(rule("login", By.PATH), "r");
        String start = "/" + "a".repeat(Scope.LONGEST);

        assertThat(status(guard.judge(call("192.0.2.1", start + "1")))).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.1", start + "2")))).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.1", start + "1")))).isEqualTo(429);
    }

    @Test
    void byRouteAllCallersShareOneBucketThoseWithoutAnAddressToo() {
        Guard guard = limiters.guard(rule("api", By.ROUTE), "r");

        assertThat(status(guard.judge(call("192.0.2.1", "/a")))).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.2", "/b")))).isEqualTo(200);
        assertThat(status(guard.judge(call(null, "/c")))).isEqualTo(200);
        assertThat(status(guard.judge(call("192.0.2.3", "/d")))).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"IP", "PATH"})
    void aCallerThatNobodyCanNameIsRefused(String by) {
        Guard guard = limiters.guard(rule("api", By.valueOf(by)), "r");

        Verdict.Refuse refusal = refusal(guard.judge(call(null, "/")));
        assertThat(refusal.status()).isEqualTo(403);
        assertThat(refusal.reason()).isEqualTo(Reason.RATE_LIMIT);
        assertThat(refusal.code()).isEqualTo("rate_limit_unidentifiable");
    }

    @Test
    void routesUnderOneLimiterHaveBucketsOfTheirOwn() {
        Guard first = limiters.guard(rule("login", By.IP), "a.test/x[GET]#0");
        Guard second = limiters.guard(rule("login", By.IP), "a.test/x[POST]#1");

        assertThat(status(first.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        assertThat(status(second.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        assertThat(status(first.judge(call("192.0.2.1", "/")))).isEqualTo(429);
    }

    @Test
    void limitersOnOneRouteHaveBucketsOfTheirOwn() {
        limiters.guard(rule("login", By.IP), "r").judge(call("192.0.2.1", "/"));

        assertThat(status(limiters.guard(rule("tick", By.IP), "r").judge(call("192.0.2.1", "/"))))
                .isEqualTo(200);
    }

    @Test
    void noLabelRunsIntoWhatFollowsIt() {
        Guard tricky = limiters.guard(rule("login", By.ROUTE), "r:192.0.2.1");
        Guard plain = limiters.guard(rule("login", By.IP), "r");

        assertThat(status(tricky.judge(call("192.0.2.1", "/")))).isEqualTo(200);
        assertThat(status(plain.judge(call("192.0.2.1", "/")))).isEqualTo(200);
    }

    @Test
    void countsSurviveANewTable() {
        limiters.guard(rule("login", By.IP), "r").judge(call("192.0.2.1", "/"));

        Guard afterReload = limiters.guard(rule("login", By.IP), "r");
        assertThat(status(afterReload.judge(call("192.0.2.1", "/")))).isEqualTo(429);
    }

    @Test
    void aLimiterThatNobodyDeclaredRefusesEverything() {
        Guard guard = limiters.guard(rule("nobody", By.IP), "r");

        for (String address : new String[] {"192.0.2.1", null}) {
            Verdict.Refuse refusal = refusal(guard.judge(call(address, "/")));
            assertThat(refusal.status()).isEqualTo(500);
            assertThat(refusal.reason()).isEqualTo(Reason.RATE_LIMIT);
            assertThat(refusal.code()).isEqualTo("rate_limit_misconfigured");
        }
        assertThat(guard.judgesPreflights()).isTrue();
    }

    @Test
    void onlyWhatIsDeclaredIsKnown() {
        assertThat(limiters.declares("api")).isTrue();
        assertThat(limiters.declares("nobody")).isFalse();
    }

    @Test
    void preflightsAreJudgedOnlyWhereTheRouteWantsThemCounted() {
        assertThat(limiters.guard(rule("api", By.IP), "r").judgesPreflights()).isFalse();
        assertThat(limiters.guard(new RateLimit("api", By.IP, true, false), "r").judgesPreflights())
                .isTrue();
    }

    @Test
    void aRouteMayTellItsCallersWhatIsLeft() {
        Guard guard = limiters.guard(new RateLimit("api", By.IP, false, true), "r");

        assertThat(passed(guard).answer())
                .hasToString("RateLimit-Policy: \"api\";q=3;w=10\nRateLimit: \"api\";r=2;t=10\n");
        clock.advance(Duration.ofMillis(2_500));
        assertThat(passed(guard).answer().first("RateLimit")).isEqualTo("\"api\";r=1;t=8");
        assertThat(passed(guard).answer().first("RateLimit")).isEqualTo("\"api\";r=0;t=8");
        assertThat(passed(guard.judge(call("192.0.2.9", "/"))).upstream().size())
                .isZero();
        for (int i = 0; i < 2; i++) {
            assertThat(refusal(guard.judge(call("192.0.2.1", "/"))).fields())
                    .hasToString("RateLimit-Policy: \"api\";q=3;w=10\nRateLimit: \"api\";r=0;t=8\nRetry-After: 8\n");
        }
    }

    @Test
    void manyThreadsTogetherGetExactlyTheLimit() throws Exception {
        int limit = 10_000;
        Limiters wide = Limiters.onThisNode(settings(OnFailure.REFUSE, limiter("wide", limit, 60)), clock);
        Guard guard = wide.guard(rule("wide", By.IP), "r");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> admitted = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Callable<Integer> caller = () -> {
                    int count = 0;
                    for (int call = 0; call < 5_000; call++) {
                        count += status(guard.judge(call("192.0.2.1", "/"))) == 200 ? 1 : 0;
                    }
                    return count;
                };
                admitted.add(threads.submit(caller));
            }
            int all = 0;
            for (Future<Integer> one : admitted) {
                all += one.get();
            }
            assertThat(all).isEqualTo(limit);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Verdict.Pass passed(Guard guard) {
        return passed(guard.judge(call("192.0.2.1", "/")));
    }

    private static Verdict.Pass passed(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Pass.class);
        return (Verdict.Pass) verdict;
    }
}
