package dev.gatehouse.upstream.health;

import dev.gatehouse.transport.Origin;
import dev.gatehouse.transport.Probe;
import dev.gatehouse.transport.ProbeAnswer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * Remembers what origins answered a short while ago, so that a status that many ask for does not become as many probes. All
 * who ask while a probe is under way share it.
 *
 * <p>An origin is told from another by where it is and which path it is asked for; of more than {@value #MOST} the one not
 * asked for the longest is forgotten.
 *
 * <p>Threads: may be shared.
 */
public final class ProbeCache {

    static final int MOST = 256;

    private record Key(Origin origin, String path) {}

    private final Prober prober;
    private final LongSupplier nanoClock;

    private final Map<Key, Kept> all = new LinkedHashMap<>(16, 0.75f, true) { // guarded by the owner
                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, Kept> eldest) {
                    return size() > MOST;
                }
            };

    /**
     * Nothing is remembered.
     *
     * @param nanoClock nanoseconds since any moment, never going back
     */
    public ProbeCache(Prober prober, LongSupplier nanoClock) {
        this.prober = prober;
        this.nanoClock = nanoClock;
    }

    /**
     * What an origin answers.
     *
     * @param ttl for how long an answer holds, from when it came
     */
    public CompletionStage<ProbeAnswer> ask(Probe probe, Duration ttl) {
        Key key = new Key(probe.origin(), probe.path());
        Kept asked;
        synchronized (this) {
            Kept kept = all.get(key);
            if (kept != null && kept.holds(ttl, nanoClock.getAsLong())) {
                return kept.answer;
            }
            asked = new Kept();
            all.put(key, asked);
        }
        var unused = prober.ask(probe).whenComplete((answer, failure) -> settle(asked, answer, failure));
        return asked.answer;
    }

    private void settle(Kept asked, ProbeAnswer answer, Throwable failure) {
        synchronized (this) {
            asked.since = nanoClock.getAsLong();
        }
        if (failure == null) {
            asked.answer.complete(answer);
        } else {
            asked.answer.complete(new ProbeAnswer.Failed(ProbeAnswer.Why.UNREACHABLE));
        }
    }

    /** How many origins are remembered. */
    synchronized int size() {
        return all.size();
    }

    /** An answer, perhaps still to come. */
    private static final class Kept {

        final CompletableFuture<ProbeAnswer> answer = new CompletableFuture<>();
        long since; // when it came; guarded by the owner

        boolean holds(Duration ttl, long now) {
            return !answer.isDone() || now - since < ttl.toNanos();
        }
    }
}
