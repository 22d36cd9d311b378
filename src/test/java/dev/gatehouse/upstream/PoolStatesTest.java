package dev.gatehouse.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.config.model.Failover;
import dev.gatehouse.config.model.HashBy;
import dev.gatehouse.config.model.HashType;
import dev.gatehouse.config.model.Limits;
import dev.gatehouse.config.model.Outlier;
import dev.gatehouse.config.model.SplitEntry;
import dev.gatehouse.config.model.Target;
import dev.gatehouse.config.model.UpstreamRef;
import dev.gatehouse.testkit.ManualClock;
import dev.gatehouse.testkit.Together;
import dev.gatehouse.upstream.limit.RetryBudget;
import dev.gatehouse.upstream.limit.Seats;
import dev.gatehouse.upstream.outlier.Ejections;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a route still knows after a reload, and what not. */
class PoolStatesTest {

    private static final Outlier OTHER = new Outlier(3, Duration.ofSeconds(31));
    private static final Limits LIMITS = new Limits(OptionalDouble.of(0.2), OptionalInt.of(1));

    private final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
    private final PoolStates states = new PoolStates(clock);

    @Test
    void aRouteThatDidNotChangeKeepsItsMemory() {
        PoolState before = states.of("r", candidates(Outlier.DEFAULT), LIMITS);
        eject(before, "a.test");
        assertNotNull(seats(before).take("a.test"));

        PoolState after = states.of("r", candidates(new Outlier(3, Duration.ofSeconds(30))), limits(0.2, 1));
        assertSame(before, after);
        assertTrue(ejections(after).isOut("a.test"));
        assertNull(seats(after).take("a.test"));
    }

    @Test
    void otherUpstreamsUnderTheSamePolicyChangeNothing() {
        PoolState before = states.of("r", candidates(Outlier.DEFAULT), LIMITS);
        Target more = new Target.Candidates(
                List.of(upstream("a.test"), upstream("c.test"), upstream("b.test")), Failover.DEFAULT, Outlier.DEFAULT);

        assertSame(before, states.of("r", more, LIMITS));
        assertSame(before, states.of("r", split(Outlier.DEFAULT), LIMITS));
    }

    @Test
    void anotherPolicyBeginsAnewInWhatItConcerns() {
        PoolState before = states.of("r", candidates(Outlier.DEFAULT), LIMITS);

        PoolState patient = states.of("r", candidates(OTHER), LIMITS);
        assertNotSame(ejections(before), ejections(patient));
        assertSame(retries(before), retries(patient));
        assertSame(seats(before), seats(patient));

        PoolState generous = states.of("r", candidates(OTHER), limits(0.3, 1));
        assertSame(ejections(patient), ejections(generous));
        assertNotSame(retries(patient), retries(generous));
        assertSame(seats(patient), seats(generous));

        PoolState wide = states.of("r", candidates(OTHER), limits(0.3, 2));
        assertSame(ejections(patient), ejections(wide));
        assertSame(retries(generous), retries(wide));
        assertNotSame(seats(generous), seats(wide));
    }

    @Test
    void theNewPolicyIsInForce() {
        states.of("r", candidates(Outlier.DEFAULT), LIMITS);
        PoolState state = states.of("r", candidates(new Outlier(1, Duration.ofSeconds(5))), limits(0.2, 2));

        ejections(state).failed("a.test");
        assertTrue(ejections(state).isOut("a.test"));
        clock.advance(Duration.ofSeconds(5));
        assertFalse(ejections(state).isOut("a.test"));
        assertNotNull(seats(state).take("a.test"));
        assertNotNull(seats(state).take("a.test"));
        assertNull(seats(state).take("a.test"));
    }

    @Test
    void aSettingTakenOutAndPutBackBeginsAnew() {
        PoolState before = states.of("r", candidates(Outlier.DEFAULT), LIMITS);
        PoolState without = states.of("r", candidates(Outlier.DEFAULT), null);
        assertSame(ejections(before), ejections(without));
        assertNull(without.retries());
        assertNull(without.seats());

        PoolState again = states.of("r", candidates(Outlier.DEFAULT), LIMITS);
        assertNotSame(retries(before), retries(again));
        assertNotSame(seats(before), seats(again));
    }

    @Test
    void severalUpstreamsOfBothFormsAreWatched() {
        assertNotNull(states.of("candidates", candidates(Outlier.DEFAULT), null).ejections());
        assertNotNull(states.of("split", split(Outlier.DEFAULT), null).ejections());
    }

    @Test
    void oneUpstreamIsNotWatchedButLimited() {
        PoolState state = states.of("r", new Target.Single(upstream("a.test")), LIMITS);

        assertNull(state.ejections());
        assertNotNull(state.retries());
        assertNotNull(state.seats());
    }

    @Test
    void aRouteWithoutLimitsHasNone() {
        assertEquals(new PoolState(null, null, null), states.of("r", new Target.Single(upstream("a.test")), null));
    }

    @Test
    void anOmittedLimitIsNoBound() {
        Target target = new Target.Single(upstream("a.test"));
        PoolState retriesOnly = states.of("a", target, new Limits(OptionalDouble.of(0), OptionalInt.empty()));
        PoolState seatsOnly = states.of("b", target, new Limits(OptionalDouble.empty(), OptionalInt.of(1)));
        PoolState neither = states.of("c", target, new Limits(OptionalDouble.empty(), OptionalInt.empty()));

        assertNotNull(retriesOnly.retries());
        assertNull(retriesOnly.seats());
        assertNull(seatsOnly.retries());
        assertNotNull(seatsOnly.seats());
        assertEquals(new PoolState(null, null, null), neither);
    }

    @Test
    void routesShareNothing() {
        eject(states.of("r", candidates(Outlier.DEFAULT), LIMITS), "a.test");
        seats(states.of("r", candidates(Outlier.DEFAULT), LIMITS)).take("a.test");
        PoolState other = states.of("s", candidates(Outlier.DEFAULT), LIMITS);

        assertFalse(ejections(other).isOut("a.test"));
        assertNotNull(seats(other).take("a.test"));
    }

    @Test
    void routesThatANewTableDoesNotHaveAreForgotten() {
        PoolState kept = states.of("r", candidates(Outlier.DEFAULT), LIMITS);
        PoolState gone = states.of("s", candidates(Outlier.DEFAULT), LIMITS);
        states.retain(Set.of("r", "t"));

        assertSame(kept, states.of("r", candidates(Outlier.DEFAULT), LIMITS));
        assertNotSame(gone, states.of("s", candidates(Outlier.DEFAULT), LIMITS));
    }

    @Test
    void manyThreadsAskingForARouteGetOneMemory() throws Exception {
        Set<PoolState> seen = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        Together.count(4, 500, () -> seen.add(states.of("r", candidates(Outlier.DEFAULT), LIMITS)));

        assertEquals(1, seen.size());
    }

    private static void eject(PoolState state, String authority) {
        for (int i = 0; i < 3; i++) {
            ejections(state).failed(authority);
        }
    }

    private static Target candidates(Outlier outlier) {
        return new Target.Candidates(List.of(upstream("a.test"), upstream("b.test")), Failover.DEFAULT, outlier);
    }

    private static Target split(Outlier outlier) {
        List<SplitEntry> entries =
                List.of(new SplitEntry(upstream("a.test"), 1), new SplitEntry(upstream("b.test"), 1));
        return new Target.Split(entries, Failover.DEFAULT, outlier, null, new HashBy.Ip(), HashType.MODULO);
    }

    private static UpstreamRef upstream(String text) {
        return Objects.requireNonNull(UpstreamRef.parse(text));
    }

    private static Limits limits(double ratio, int seats) {
        return new Limits(OptionalDouble.of(ratio), OptionalInt.of(seats));
    }

    private static Ejections ejections(PoolState state) {
        return present(state.ejections());
    }

    private static RetryBudget retries(PoolState state) {
        return present(state.retries());
    }

    private static Seats seats(PoolState state) {
        return present(state.seats());
    }

    private static <T> T present(@Nullable T part) {
        return Objects.requireNonNull(part);
    }
}
