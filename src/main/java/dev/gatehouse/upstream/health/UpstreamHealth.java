package dev.gatehouse.upstream.health;

import dev.gatehouse.transport.Alarms;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * The health of all upstreams of a deployment. It outlives every reload: a service that keeps its name keeps what is known
 * of its upstreams.
 *
 * <p>Whoever builds a table asks for the {@link #board} of each service, and calls {@link #serve} when the table has come
 * into force; from then on its upstreams are probed.
 *
 * <p>Threads: may be shared.
 */
public final class UpstreamHealth implements AutoCloseable {

    private final HealthStores stores;
    private final HealthJob job;
    private final Alarms alarms;
    private final Map<String, HealthBoard> boards = new HashMap<>(); // guarded by this

    /**
     * Nothing is known, and nobody is asked.
     *
     * @param stores closed with this
     * @param prober asks; usually {@link dev.gatehouse.transport.Probes#ask}
     * @param alarms when to ask, and the clock for the slow start of those who come back
     * @param clock tells when a round was
     */
    public UpstreamHealth(HealthStores stores, Prober prober, Alarms alarms, InstantSource clock) {
        this.stores = stores;
        this.alarms = alarms;
        this.job = new HealthJob(stores, prober, alarms, clock);
    }

    /** The board of a service: the same as before where its settings are. */
    public synchronized HealthBoard board(HealthService service) {
        HealthBoard before = boards.get(service.name());
        if (before != null && before.isFor(service.settings())) {
            return before;
        }
        HealthBoard board =
                new HealthBoard(service.name(), service.settings(), stores.of(service), job, alarms::nanoTime);
        boards.put(service.name(), board);
        return board;
    }

    /** These are all the services there are, and others are forgotten. Where something has changed, a round begins. */
    public void serve(List<HealthService> services) {
        Map<String, Set<String>> names = services.stream()
                .collect(Collectors.toMap(
                        HealthService::name,
                        service -> service.origins().stream()
                                .map(HealthOrigin::name)
                                .collect(Collectors.toSet())));
        synchronized (this) {
            boards.keySet().retainAll(names.keySet());
        }
        stores.retain(names);
        job.serve(services);
    }

    /**
     * Asks all upstreams that are probed, and stores what comes of it. Where a round is under way already, its result is
     * what comes.
     *
     * @return settles when it is stored, or cannot be; never with an exception
     */
    public CompletionStage<CheckReport> checkNow() {
        return job.checkNow();
    }

    /** Ends the schedule, and what runs for the stores. */
    @Override
    public void close() {
        job.close();
        stores.close();
    }
}
