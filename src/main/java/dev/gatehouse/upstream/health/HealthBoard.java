package dev.gatehouse.upstream.health;

import dev.gatehouse.config.model.FailureKind;
import dev.gatehouse.config.model.Health;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What a route asks about the health of its upstreams, and tells of it. Upstreams are known by their names.
 *
 * <p>Threads: may be shared; asking takes no lock unless an upstream has come back.
 */
public final class HealthBoard {

    private final String service;
    private final Health policy;
    private final HealthStore store;
    private final Healing healing;
    private final SlowStart slowStart;

    HealthBoard(String service, Health policy, HealthStore store, Healing healing, LongSupplier nanoClock) {
        this.service = service;
        this.policy = policy;
        this.store = store;
        this.healing = healing;
        this.slowStart = new SlowStart(policy.slowStart(), nanoClock);
    }

    /** What is known of an upstream. */
    public Liveness liveness(String name) {
        Boolean alive = flags().get(name);
        if (alive == null) {
            return Liveness.UNKNOWN;
        }
        return alive ? Liveness.ALIVE : Liveness.DEAD;
    }

    /** Whether an upstream is not known to be dead. */
    public boolean isAlive(String name) {
        return liveness(name) != Liveness.DEAD;
    }

    /** Notes that an upstream is alive or dead, here at once and for other nodes soon. Nothing happens where it is known. */
    public void mark(String name, boolean alive) {
        store.patch(service, Map.of(name, alive));
        slowStart.observe(store.current().flags(service));
    }

    /** A live request got no answer from an upstream. Whether that marks it is the policy's to say. */
    public void failed(String name, FailureKind kind) {
        if (policy.markOn().names(kind)) {
            mark(name, false);
        }
    }

    /**
     * A live request was answered by an upstream. That marks it dead where the policy says so; any answer below 500 heals
     * one that is dead, and another one leaves it as it is.
     */
    public void answered(String name, int status) {
        if (policy.markOn().namesStatus(status)) {
            mark(name, false);
        } else if (status < 500 && !isAlive(name)) {
            mark(name, true);
        }
    }

    /**
     * The order in which upstreams are asked, given the one in which they would be: those not known to be dead first, each
     * part as it was. Where too few are alive for health to be believed, or none is, the order stays; with none alive they
     * are also probed in the background.
     *
     * @param nameOf the name of an upstream
     * @return empty where all are dead and the policy wants none of them asked
     */
    public <T> List<T> prefer(List<T> upstreams, Function<T, String> nameOf) {
        Map<String, Boolean> flags = flags();
        List<T> dead = dead(upstreams, nameOf, flags);
        if (dead.isEmpty()) {
            return upstreams;
        }
        int alive = upstreams.size() - dead.size();
        if (alive == 0) {
            healing.begin(service);
        }
        if (100 * alive < policy.panicPercent() * upstreams.size()) {
            return upstreams;
        }
        if (alive == 0) {
            return policy.allDead() == Health.AllDead.REFUSE ? List.of() : upstreams;
        }
        List<T> order = new ArrayList<>(upstreams.size());
        upstreams.stream()
                .filter(upstream -> !isDead(flags, nameOf.apply(upstream)))
                .forEach(order::add);
        order.addAll(dead);
        return order;
    }

    private static <T> List<T> dead(List<T> upstreams, Function<T, String> nameOf, Map<String, Boolean> flags) {
        return flags.isEmpty()
                ? List.of()
                : upstreams.stream()
                        .filter(upstream -> isDead(flags, nameOf.apply(upstream)))
                        .toList();
    }

    private static boolean isDead(Map<String, Boolean> flags, String name) {
        return Boolean.FALSE.equals(flags.get(name));
    }

    /**
     * What the weight of an upstream is multiplied by: 1, or less for one that has come back from the dead a short while
     * ago, rising evenly from 0.1.
     */
    public double weightFactor(String name) {
        slowStart.observe(flags());
        return slowStart.factor(name);
    }

    private Map<String, Boolean> flags() {
        return store.current().flags(service);
    }

    /** Whether this board would be the same for {@code other} settings. */
    boolean isFor(Health other) {
        return policy.equals(other);
    }
}
