package dev.gatehouse.upstream.health;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Remembers which upstreams of a service have come back from the dead a short while ago. One comes back when it is first
 * seen to have, since other nodes may have found it out.
 *
 * <p>Threads: may be shared; what was seen last is guarded by this.
 */
final class SlowStart {

    private static final double FIRST_SHARE = 0.1;

    private final long nanos;
    private final LongSupplier nanoClock;

    /** When each upstream came back, by the clock; those whose time is over may still be here. */
    private final Map<String, Long> returned = new ConcurrentHashMap<>();

    private volatile Map<String, Boolean> seen = Map.of();

    SlowStart(Duration length, LongSupplier nanoClock) {
        this.nanos = length.toNanos();
        this.nanoClock = nanoClock;
    }

    /** Compares what is known now with what was known before. */
    void observe(Map<String, Boolean> flags) {
        if (nanos > 0 && !flags.equals(seen)) {
            notice(flags);
        }
    }

    private synchronized void notice(Map<String, Boolean> flags) {
        Map<String, Boolean> before = seen;
        long now = nanoClock.getAsLong();
        flags.forEach((name, alive) -> {
            if (!alive) {
                returned.remove(name);
            } else if (Boolean.FALSE.equals(before.get(name))) {
                returned.put(name, now);
            }
        });
        returned.keySet().retainAll(flags.keySet());
        seen = flags;
    }

    /** The share of its weight that an upstream has, 0.1 to 1. */
    double factor(String name) {
        Long since = nanos > 0 ? returned.get(name) : null;
        if (since == null) {
            return 1;
        }
        double way = Math.max(0, nanoClock.getAsLong() - since) / (double) nanos;
        return Math.min(1, FIRST_SHARE + (1 - FIRST_SHARE) * way);
    }
}
