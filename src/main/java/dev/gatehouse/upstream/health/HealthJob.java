package dev.gatehouse.upstream.health;

import dev.gatehouse.config.model.HealthProbe;
import dev.gatehouse.transport.Alarms;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks all upstreams of all services how they are: on schedule, when somebody wants to know, and those of one service when
 * all of them are thought dead.
 *
 * <p>One round is under way at a time; who wants one meanwhile is given its result. So neither a status that is asked for
 * often nor a round that takes longer than the interval means more probes at once. Upstreams that were dead are asked last:
 * their deadlines must not hold up what is learnt of the others.
 *
 * <p>Healing one service waits for no round, and is bounded by that service's own concurrency.
 *
 * <p>Threads: shared. It has none of its own; the alarm and the ends of probes are what moves it.
 */
final class HealthJob implements Healing, AutoCloseable {

    /** How long after one healing of a service the next may begin: requests ask for one as fast as they come. */
    private static final Duration HEALING_PAUSE = Duration.ofSeconds(1);

    private final HealthStores stores;
    private final Prober prober;
    private final Alarms alarms;
    private final InstantSource clock;
    private final Alarms.Alarm alarm; // set under the lock of this

    private List<HealthService> services = List.of(); // guarded by this
    private @Nullable CompletableFuture<CheckReport> underWay; // guarded by this
    private final Set<String> healing = new HashSet<>(); // guarded by this
    private final Map<String, Long> healedAt = new HashMap<>(); // guarded by this
    private boolean closed; // guarded by this

    /** Nobody is asked yet. */
    HealthJob(HealthStores stores, Prober prober, Alarms alarms, InstantSource clock) {
        this.stores = stores;
        this.prober = prober;
        this.alarms = alarms;
        this.clock = clock;
        this.alarm = alarms.open(this::due);
    }

    /** From now on these are asked, at once and then on schedule; where they are the same as before, on schedule only. */
    synchronized void serve(List<HealthService> now) {
        if (now.equals(services) || closed) {
            return;
        }
        services = List.copyOf(now);
        healedAt.keySet().retainAll(services.stream().map(HealthService::name).collect(Collectors.toSet()));
        beginSoon();
    }

    private synchronized void beginSoon() {
        if (!closed) {
            alarm.set(interval(services).isZero() ? Alarms.NEVER : alarms.nanoTime());
        }
    }

    private void due() {
        synchronized (this) {
            Duration interval = interval(services);
            if (closed || interval.isZero()) {
                return;
            }
            alarm.set(alarms.nanoTime() + interval.toNanos());
        }
        var unused = checkNow();
    }

    /** The shortest that a service with probes wants; zero where none wants any. */
    private static Duration interval(List<HealthService> services) {
        return services.stream()
                .filter(HealthService::isProbed)
                .map(service -> service.settings().interval())
                .filter(interval -> !interval.isZero())
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Asks all, and stores what comes of it; or waits for the round under way. */
    CompletionStage<CheckReport> checkNow() {
        CompletableFuture<CheckReport> begun = new CompletableFuture<>();
        List<HealthService> asked;
        synchronized (this) {
            if (underWay != null) {
                return underWay;
            }
            underWay = begun;
            asked = services;
        }
        var unused = Round.run(checks(asked), concurrency(asked), prober)
                .thenCompose(results -> new Findings(asked, results).storeIn(stores, served(), clock.instant()))
                .thenAccept(report -> end(begun, asked, report));
        return begun;
    }

    private synchronized List<HealthService> served() {
        return services;
    }

    private List<Check> checks(List<HealthService> asked) {
        List<Check> checks = new ArrayList<>();
        List<Check> ofDead = new ArrayList<>();
        for (HealthService service : asked) {
            Map<String, Boolean> flags = stores.of(service).current().flags(service.name());
            for (Check check : Check.of(service)) {
                boolean dead = Boolean.FALSE.equals(flags.get(check.origin().name()));
                (dead ? ofDead : checks).add(check);
            }
        }
        checks.addAll(ofDead);
        return checks;
    }

    private static int concurrency(List<HealthService> asked) {
        int most = 1;
        for (HealthService service : asked) {
            HealthProbe probe = service.settings().probe();
            most = Math.max(most, probe == null ? 1 : probe.concurrency());
        }
        return most;
    }

    private void end(CompletableFuture<CheckReport> begun, List<HealthService> asked, CheckReport report) {
        synchronized (this) {
            underWay = null;
            if (!asked.equals(services)) {
                beginSoon(); // there are others now
            }
        }
        begun.complete(report); // outside of the lock: an answer may be written from here
    }

    @Override
    public void begin(String name) {
        HealthService service;
        synchronized (this) {
            service = mayHeal(name);
            if (service == null) {
                return;
            }
            healing.add(name);
        }
        var unused = Round.run(Check.of(service), concurrency(List.of(service)), prober)
                .thenAccept(results -> healed(service, new Findings(List.of(service), results)));
    }

    private synchronized @Nullable HealthService mayHeal(String name) {
        Long last = healedAt.get(name);
        boolean tooSoon = last != null && alarms.nanoTime() - last < HEALING_PAUSE.toNanos();
        if (closed || tooSoon || healing.contains(name)) {
            return null;
        }
        return services.stream()
                .filter(service -> service.name().equals(name) && service.isProbed())
                .findFirst()
                .orElse(null);
    }

    private void healed(HealthService service, Findings findings) {
        findings.patch(stores, service);
        synchronized (this) {
            healing.remove(service.name());
            healedAt.put(service.name(), alarms.nanoTime());
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        alarm.close();
    }
}
