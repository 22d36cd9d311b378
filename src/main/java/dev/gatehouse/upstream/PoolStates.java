package dev.gatehouse.upstream;

import dev.gatehouse.config.model.Limits;
import dev.gatehouse.config.model.Outlier;
import dev.gatehouse.config.model.Target;
import dev.gatehouse.upstream.limit.RetryBudget;
import dev.gatehouse.upstream.limit.Seats;
import dev.gatehouse.upstream.outlier.Ejections;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The memories of all routes of a deployment, by their labels. A reload asks for each route again and gets what it had, so
 * that an upstream that is out stays out; each part of a memory is renewed only where its own setting has changed.
 *
 * <p>Requests under way keep the memory they began with. Where {@code maxInFlight} changes, their seats do not count against
 * the new number.
 *
 * <p>Threads: may be shared.
 */
public final class PoolStates {

    private final LongSupplier nanoClock;
    private final DoubleSupplier dice;
    private final Map<String, Kept> kept = new HashMap<>(); // guarded by this

    /**
     * Nothing is remembered.
     *
     * @param nanoClock nanoseconds since any moment, never going back
     * @param dice what choices by chance are made with: 0 to 1, without 1; used by many threads
     */
    public PoolStates(LongSupplier nanoClock, DoubleSupplier dice) {
        this.nanoClock = nanoClock;
        this.dice = dice;
    }

    /** Nothing is remembered; chance is the platform's. */
    public PoolStates(LongSupplier nanoClock) {
        this(nanoClock, () -> ThreadLocalRandom.current().nextDouble());
    }

    /** What choices by chance are made with. */
    public DoubleSupplier dice() {
        return dice;
    }

    /**
     * The memory of a route.
     *
     * @param label no two routes of a table have the same
     * @param target says whether and when upstreams are left out
     * @param limits null where the route has none
     */
    public synchronized PoolState of(String label, Target target, @Nullable Limits limits) {
        Policy policy = Policy.of(target, limits);
        Kept before = kept.get(label);
        PoolState state = before == null
                ? new PoolState(ejections(policy), retries(policy), seats(policy))
                : renewed(before, policy);
        kept.put(label, new Kept(policy, state));
        return state;
    }

    /** Forgets all routes but those with {@code labels}: a new table does not have the others any more. */
    public synchronized void retain(Set<String> labels) {
        kept.keySet().retainAll(labels);
    }

    private PoolState renewed(Kept before, Policy policy) {
        PoolState state = before.state;
        Policy old = before.policy;
        if (policy.equals(old)) {
            return state;
        }
        boolean sameOutlier = policy.outlier == null ? old.outlier == null : policy.outlier.equals(old.outlier);
        return new PoolState(
                sameOutlier ? state.ejections() : ejections(policy),
                policy.retryRatio.equals(old.retryRatio) ? state.retries() : retries(policy),
                policy.maxInFlight.equals(old.maxInFlight) ? state.seats() : seats(policy));
    }

    private @Nullable Ejections ejections(Policy policy) {
        return policy.outlier == null ? null : new Ejections(policy.outlier, nanoClock);
    }

    private @Nullable RetryBudget retries(Policy policy) {
        OptionalDouble ratio = policy.retryRatio;
        return ratio.isEmpty() ? null : new RetryBudget(ratio.getAsDouble(), nanoClock);
    }

    private static @Nullable Seats seats(Policy policy) {
        OptionalInt most = policy.maxInFlight;
        return most.isEmpty() ? null : new Seats(most.getAsInt());
    }

    /** A memory and the settings it was made for. */
    private record Kept(Policy policy, PoolState state) {}

    /**
     * The settings that make a memory what it is.
     *
     * @param outlier null on a route without several upstreams
     */
    private record Policy(@Nullable Outlier outlier, OptionalDouble retryRatio, OptionalInt maxInFlight) {

        static Policy of(Target target, @Nullable Limits limits) {
            return new Policy(
                    outlier(target),
                    limits == null ? OptionalDouble.empty() : limits.retryRatio(),
                    limits == null ? OptionalInt.empty() : limits.maxInFlight());
        }

        private static @Nullable Outlier outlier(Target target) {
            if (target instanceof Target.Candidates candidates) {
                return candidates.outlier();
            }
            return target instanceof Target.Split split ? split.outlier() : null;
        }
    }
}
