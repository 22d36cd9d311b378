package dev.gatehouse.upstream.health;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of the health of upstreams. Immutable.
 *
 * @param checkedAt when all were last asked; null where that has not happened
 * @param services by service, whether each upstream is alive, by its name; one that is not there is not known
 */
public record HealthDocument(@Nullable Instant checkedAt, Map<String, Map<String, Boolean>> services) {

    /** Nothing is known. */
    public static final HealthDocument EMPTY = new HealthDocument(null, Map.of());

    /** Copies the maps. */
    public HealthDocument {
        Map<String, Map<String, Boolean>> copy = new LinkedHashMap<>();
        services.forEach(
                (service, flags) -> copy.put(service, Collections.unmodifiableMap(new LinkedHashMap<>(flags))));
        services = Collections.unmodifiableMap(copy);
    }

    /** What is known of a service's upstreams; empty where nothing is. */
    public Map<String, Boolean> flags(String service) {
        return services.getOrDefault(service, Map.of());
    }

    /** Whether {@code flags} say anything that is not said here. */
    boolean lacks(String service, Map<String, Boolean> flags) {
        return !flags(service).entrySet().containsAll(flags.entrySet());
    }

    /** The same, where {@code patches} say otherwise of some upstreams. */
    HealthDocument patched(Map<String, Map<String, Boolean>> patches) {
        if (patches.isEmpty()) {
            return this;
        }
        Map<String, Map<String, Boolean>> all = new LinkedHashMap<>(services);
        patches.forEach((service, flags) -> {
            Map<String, Boolean> merged = new LinkedHashMap<>(flags(service));
            merged.putAll(flags);
            all.put(service, merged);
        });
        return new HealthDocument(checkedAt, all);
    }

    /** What holds after a round of probes: its results, and what was known of the services in {@code kept}. */
    HealthDocument replaced(HealthDocument round, Set<String> kept) {
        Map<String, Map<String, Boolean>> all = new LinkedHashMap<>(services);
        all.keySet().retainAll(kept);
        all.putAll(round.services);
        return new HealthDocument(round.checkedAt, all);
    }

    /** The same without upstreams and services that are not in {@code names}. */
    HealthDocument only(Map<String, Set<String>> names) {
        Map<String, Map<String, Boolean>> all = new LinkedHashMap<>();
        services.forEach((service, flags) -> {
            Map<String, Boolean> left = new LinkedHashMap<>(flags);
            left.keySet().retainAll(names.getOrDefault(service, Set.of()));
            if (!left.isEmpty()) {
                all.put(service, left);
            }
        });
        return new HealthDocument(checkedAt, all);
    }
}
