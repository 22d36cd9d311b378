package dev.gatehouse.guard.limit;

import dev.gatehouse.config.model.RateLimit;
import dev.gatehouse.config.model.RateSettings.OnFailure;
import dev.gatehouse.guard.Guard;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Reason;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.http.FieldList;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests of a route and refuses those above the limit until the window is over. A caller whom nobody can name
 * is refused too: callers who are not known must not share a bucket, or one of them could lock out the others.
 */
final class CountingGuard implements Guard {

    private final RateLimit rule;
    private final Scope scope;
    private final Counters counters;
    private final OnFailure onFailure;
    private final int limit;
    private final @Nullable RateFields fields;

    /**
     * A guard.
     *
     * @param rule what the route says
     * @param scope where its requests are counted
     * @param onFailure what becomes of requests that cannot be counted
     */
    CountingGuard(RateLimit rule, Scope scope, Counters counters, OnFailure onFailure) {
        this.rule = rule;
        this.scope = scope;
        this.counters = counters;
        this.onFailure = onFailure;
        this.limit = scope.limiter().limit();
        this.fields = rule.headers() ? new RateFields(scope.limiter()) : null;
    }

    @Override
    public Reason reason() {
        return Reason.RATE_LIMIT;
    }

    /** What has been counted is known to the running proxy only. */
    @Override
    public boolean isForetold() {
        return false;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        Bucket bucket = scope.of(request);
        if (bucket == null) {
            return Verdict.Refuse.with(403, Reason.RATE_LIMIT, "rate_limit_unidentifiable");
        }
        Tally tally = counters.count(bucket);
        return tally instanceof Tally.Awaited awaited
                ? new Verdict.Later(awaited.tally().thenApply(this::verdict))
                : verdict(tally);
    }

    private Verdict verdict(Tally tally) {
        if (tally instanceof Tally.Counted counted) {
            return counted.used() <= limit ? pass(counted) : refuse(counted);
        }
        return onFailure == OnFailure.ADMIT
                ? Verdict.PASS
                : Verdict.Refuse.with(500, Reason.RATE_LIMIT, "rate_limit_unavailable");
    }

    private Verdict pass(Tally.Counted tally) {
        return fields == null ? Verdict.PASS : new Verdict.Pass(new FieldList(0), fields.state(tally));
    }

    private Verdict refuse(Tally.Counted tally) {
        return new Verdict.Refuse(
                429,
                Reason.RATE_LIMIT,
                "rate_limited",
                fields == null ? RateFields.retryAfter(tally) : RateFields.retryAfter(tally, fields.state(tally)));
    }

    @Override
    public boolean judgesPreflights() {
        return rule.countPreflight();
    }
}
