package dev.gatehouse.bench;

import dev.gatehouse.config.model.Limiter;
import dev.gatehouse.config.model.RateLimit;
import dev.gatehouse.config.model.RateLimit.By;
import dev.gatehouse.config.model.RateSettings;
import dev.gatehouse.config.model.RateSettings.OnFailure;
import dev.gatehouse.guard.Guard;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.guard.limit.Limiters;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.testkit.GivenRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What counting a request on this node costs, for many callers in turn. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RateGuardBenchmark {

    /** What shares a bucket. */
    @Param({"IP", "PATH", "ROUTE"})
    public By by = By.IP;

    /** How many callers come, a power of two. */
    @Param({"1", "65536"})
    public int callers;

    private GuardedRequest[] requests = {};
    private final Guard[] guard = new Guard[1];
    private int next;

    /** Makes the callers. */
    @Setup
    public void prepare() {
        Limiter limiter = new Limiter("api", 1_000_000_000, Duration.ofMinutes(1));
        RateSettings settings = new RateSettings(List.of(limiter), null, OnFailure.REFUSE);
        guard[0] = Limiters.onThisNode(settings, System::nanoTime).guard(new RateLimit("api", by, false, false), "r");
        GivenRequest head = GivenRequest.get("https://a.test/v1/items/4711");
        requests = new GuardedRequest[callers];
        for (int i = 0; i < callers; i++) {
            String address = "10.0." + (i >>> 8) + "." + (i & 255);
            requests[i] =
                    new GuardedRequest(head, Objects.requireNonNull(IpAddress.parse(address)), null, "");
        }
    }

    /** One request, let in. */
    @Benchmark
    public Verdict count() {
        next = (next + 1) & (callers - 1);
        return guard[0].judge(requests[next]);
    }
}
