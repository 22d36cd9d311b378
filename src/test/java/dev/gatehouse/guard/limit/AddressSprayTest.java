package dev.gatehouse.guard.limit;

import static dev.gatehouse.guard.limit.Calls.call;
import static dev.gatehouse.guard.limit.Calls.limiter;
import static dev.gatehouse.guard.limit.Calls.rule;
import static dev.gatehouse.guard.limit.Calls.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.gatehouse.config.model.RateLimit;
import dev.gatehouse.config.model.RateLimit.By;
import dev.gatehouse.config.model.RateSettings.OnFailure;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.testkit.GivenRequest;
import dev.gatehouse.testkit.ManualClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Callers by the million, who come once each. */
class AddressSprayTest {

    private static final int CALLERS = 1_000_000;

    private final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
    private final LocalCounters counters = new LocalCounters(clock);
    private final RateLimit rule = rule("api", By.IP);
    private final CountingGuard guard =
            new CountingGuard(rule, new Scope(limiter("api", 5, 60), By.IP, "r"), counters, OnFailure.REFUSE);
    private final GivenRequest head = GivenRequest.get("https://a.test/");

    @Test
    void aMillionAddressesTakeBoundedMemory() {
        spray(0, CALLERS / 2);
        long half = bytesInUse();
        spray(CALLERS / 2, CALLERS);

        assertThat(counters.size()).isLessThanOrEqualTo(LocalCounters.MOST_BUCKETS);
        assertThat(bytesInUse() - half)
                .as("bytes more for half a million callers more")
                .isLessThan(8_000_000);
    }

    @Test
    void theCallerWhoAsksAgainAndAgainIsNotForgottenInASpray() {
        for (int i = 0; i < 5; i++) {
            assertThat(status(guard.judge(call("198.51.100.7", "/")))).isEqualTo(200);
        }
        int admitted = 0;
        for (int wave = 0; wave < 400; wave++) {
            spray(wave * 500, wave * 500 + 500);
            admitted += status(guard.judge(call("198.51.100.7", "/"))) == 200 ? 1 : 0;
        }

        assertThat(admitted).isZero();
    }

    @Test
    void windowsThatAreOverAreForgottenSoonAfter() {
        spray(0, 50_000);
        assertThat(counters.size()).isEqualTo(50_000);

        clock.advance(Duration.ofMinutes(3)); // they are cleared away by the minute, and count for nothing before
        for (int round = 0; round < 100; round++) {
            counters.size(); // some at a time, so that no request pays for all of them
        }
        assertThat(counters.size()).isZero();
    }

    @Test
    void aSprayOfLongPathsTakesNoMoreThanOneOfAddresses() {
        Bucket shortest = new Scope(limiter("api", 5, 60), By.PATH, "r").of(call("192.0.2.1", "/"));
        Bucket longest = new Scope(limiter("api", 5, 60), By.PATH, "r".repeat(60_000))
                .of(call("192.0.2.1", "/" + "a".repeat(60_000)));

        assertThat(Objects.requireNonNull(shortest).text()).isEqualTo("api:path:r:192.0.2.1:/");
        assertThat(Objects.requireNonNull(longest).text()).hasSizeLessThan(200);
    }

    @Test
    void pathsThatAreMadeToHaveOneHashCostNoMoreThanOthers() {
        CountingGuard byPath = new CountingGuard(
                rule("api", By.PATH), new Scope(limiter("api", 5, 60), By.PATH, "r"), counters, OnFailure.REFUSE);
        IpAddress address = Objects.requireNonNull(IpAddress.parse("192.0.2.1"));
        Set<Integer> hashes = new HashSet<>();

        assertTimeout(Duration.ofSeconds(8), () -> {
            for (int bits = 0; bits < 1 << 16; bits++) {
                StringBuilder path = new StringBuilder("https://a.test/");
                for (int bit = 0; bit < 16; bit++) {
                    path.append((bits >> bit & 1) == 0 ? "Aa" : "BB"); // these two have the same hash
                }
                GivenRequest colliding = GivenRequest.get(path.toString());
                hashes.add(colliding.path().hashCode());
                assertThat(byPath.judge(new GuardedRequest(colliding, address, null, "")))
                        .isSameAs(Verdict.PASS);
            }
        });
        assertThat(hashes).hasSize(1);
        assertThat(counters.size()).isEqualTo(1 << 16);
    }

    private void spray(int from, int to) {
        for (int i = from; i < to; i++) {
            IpAddress address = Objects.requireNonNull(
                    IpAddress.parse("10." + (i >>> 16) + "." + (i >>> 8 & 255) + "." + (i & 255)));
            guard.judge(new GuardedRequest(head, address, null, ""));
        }
    }

    /** After a collection; only differences of several megabytes mean anything. */
    private static long bytesInUse() {
        System.gc();
        Runtime jvm = Runtime.getRuntime();
        return jvm.totalMemory() - jvm.freeMemory();
    }
}
