package dev.gatehouse.upstream.health;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a round of probes found. An upstream whose health has changed is told of in the log.
 *
 * @param asked the services that were asked
 * @param results for each of their upstreams whether it is well
 */
record Findings(List<HealthService> asked, Map<Check, Boolean> results) {

    private static final Logger LOG = LoggerFactory.getLogger(Findings.class);

    /**
     * Stores everything, each service where it belongs.
     *
     * @param served the services there are now; what was found of another is dropped, and what is known of one that was not
     *     asked stays
     * @param now when the round ended
     */
    CompletionStage<CheckReport> storeIn(HealthStores stores, List<HealthService> served, Instant now) {
        Map<HealthStore, Share> shares = new LinkedHashMap<>();
        for (HealthService service : served) {
            Share share = shares.computeIfAbsent(stores.of(service), store -> new Share());
            if (service.isProbed() && asked.contains(service)) {
                Map<String, Boolean> flags = flags(service);
                tellChanges(stores.of(service), service.name(), flags);
                share.found.put(service.name(), flags);
            } else {
                share.kept.add(service.name());
            }
        }
        CompletionStage<Boolean> all = CompletableFuture.completedStage(true);
        for (Map.Entry<HealthStore, Share> entry : shares.entrySet()) {
            all = all.thenCombine(entry.getValue().storeIn(entry.getKey(), now), Boolean::logicalAnd);
        }
        return all.thenApply(stored -> report(stores, stored));
    }

    /** What goes into one store. */
    private static final class Share {

        final Map<String, Map<String, Boolean>> found = new LinkedHashMap<>();
        final Set<String> kept = new LinkedHashSet<>();

        CompletionStage<Boolean> storeIn(HealthStore store, Instant now) {
            return found.isEmpty()
                    ? CompletableFuture.completedStage(true)
                    : store.replace(new HealthDocument(now, found), kept);
        }
    }

    /** Notes what was found of one service beside what is known of the others. */
    void patch(HealthStores stores, HealthService service) {
        Map<String, Boolean> flags = flags(service);
        HealthStore store = stores.of(service);
        tellChanges(store, service.name(), flags);
        store.patch(service.name(), flags);
    }

    private Map<String, Boolean> flags(HealthService service) {
        Map<String, Boolean> flags = new LinkedHashMap<>();
        Check.of(service).forEach(check -> flags.put(check.origin().name(), results.getOrDefault(check, false)));
        return flags;
    }

    private static void tellChanges(HealthStore store, String service, Map<String, Boolean> flags) {
        Map<String, Boolean> before = store.current().flags(service);
        flags.forEach((name, well) -> {
            boolean wasDead = Boolean.FALSE.equals(before.get(name));
            if (!well && !wasDead) {
                LOG.warn("the upstream {} of {} does not pass its health check", name, service);
            } else if (well && wasDead) {
                LOG.info("the upstream {} of {} passes its health check again", name, service);
            }
        });
    }

    private CheckReport report(HealthStores stores, boolean stored) {
        Map<String, List<CheckReport.Entry>> services = new LinkedHashMap<>();
        Instant checkedAt = null;
        for (HealthService service : asked) {
            if (service.isProbed()) {
                HealthDocument document = stores.of(service).stored();
                services.put(service.name(), entries(service, document.flags(service.name())));
                checkedAt = later(checkedAt, document.checkedAt());
            }
        }
        return new CheckReport(services, stored, checkedAt);
    }

    private List<CheckReport.Entry> entries(HealthService service, Map<String, Boolean> stored) {
        List<CheckReport.Entry> entries = new ArrayList<>();
        for (Check check : Check.of(service)) {
            HealthOrigin origin = check.origin();
            entries.add(new CheckReport.Entry(
                    origin.name(),
                    origin.origin().host(),
                    results.getOrDefault(check, false),
                    stored.get(origin.name())));
        }
        return entries;
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isAfter(other) ? one : other;
    }
}
