package dev.gatehouse.cli;

import dev.gatehouse.config.model.RateLimit;
import dev.gatehouse.guard.Guard;
import dev.gatehouse.guard.GuardResources.RateGuards;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Reason;
import dev.gatehouse.guard.Verdict;

/** Stands for a limiter where nothing is counted: it is shown, and asked for no verdict. */
record UncountedGuard(boolean judgesPreflights) implements Guard {

    /** One for each route with a limit, whatever the limiter is called. */
    static final RateGuards ALL = new RateGuards() {

        @Override
        public Guard guard(RateLimit rule, String label) {
            return new UncountedGuard(rule.countPreflight());
        }

        @Override
        public boolean declares(String limiter) {
            return true;
        }
    };

    @Override
    public Reason reason() {
        return Reason.RATE_LIMIT;
    }

    @Override
    public boolean isForetold() {
        return false;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        throw new IllegalStateException("nothing is counted here");
    }
}
