package dev.gatehouse.guard.limit;

import dev.gatehouse.guard.Guard;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Reason;
import dev.gatehouse.guard.Verdict;

/** The guard of a route whose limiter nobody has declared: it lets nothing pass, for it cannot tell how much may. */
final class UndeclaredGuard implements Guard {

    @Override
    public Reason reason() {
        return Reason.RATE_LIMIT;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        return Verdict.Refuse.with(500, Reason.RATE_LIMIT, "rate_limit_misconfigured");
    }
}
