package dev.gatehouse.guard.limit;

import dev.gatehouse.config.model.Limiter;
import dev.gatehouse.config.model.RateLimit;
import dev.gatehouse.config.model.RateLimit.By;
import dev.gatehouse.config.model.RateSettings;
import dev.gatehouse.config.model.RateSettings.OnFailure;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Reason;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.testkit.GivenRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Requests to a limited route, and what comes of them. */
final class Calls {

    private Calls() {}

    /** Settings with limiters written as an operator would. */
    static RateSettings settings(OnFailure onFailure, Limiter... limiters) {
        return new RateSettings(List.of(limiters), null, onFailure);
    }

    static Limiter limiter(String name, int limit, long seconds) {
        return new Limiter(name, limit, Duration.ofSeconds(seconds));
    }

    static RateLimit rule(String binding, By by) {
        return new RateLimit(binding, by, false, false);
    }

    static GuardedRequest call(@Nullable String address, String path) {
        return new GuardedRequest(
                GivenRequest.get("https://a.test" + path),
                address == null ? null : Objects.requireNonNull(IpAddress.parse(address)),
                null,
                "");
    }

    /** The final verdict; an open one is awaited for a moment. */
    static Verdict settled(Verdict verdict) {
        if (!(verdict instanceof Verdict.Later later)) {
            return verdict;
        }
        try {
            return later.verdict().toCompletableFuture().get(5, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException failure) {
            throw new AssertionError(failure);
        }
    }

    /** The status of the refusal; 200 where the request goes on. */
    static int status(Verdict verdict) {
        Verdict settled = settled(verdict);
        if (settled instanceof Verdict.Refuse refuse && refuse.reason() == Reason.RATE_LIMIT) {
            return refuse.status();
        }
        if (settled instanceof Verdict.Pass) {
            return 200;
        }
        throw new AssertionError(settled.toString());
    }

    static Verdict.Refuse refusal(Verdict verdict) {
        if (settled(verdict) instanceof Verdict.Refuse refuse) {
            return refuse;
        }
        throw new AssertionError(verdict.toString());
    }
}
