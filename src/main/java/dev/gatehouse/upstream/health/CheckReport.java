package dev.gatehouse.upstream.health;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a round of probes found, for whoever asked for one.
 *
 * @param services the upstreams of each service, both as declared; a service without probes is not there
 * @param stored whether what was found could be stored
 * @param checkedAt when the last round that is stored was; null where none is
 */
public record CheckReport(
        Map<String, List<Entry>> services,
        boolean stored,
        @Nullable Instant checkedAt) {

    /**
     * One upstream.
     *
     * @param host its host name or address
     * @param healthy whether it is well
     * @param storedHealthy what is stored of it after the round; null where nothing is
     */
    public record Entry(
            String name,
            String host,
            boolean healthy,
            @Nullable Boolean storedHealthy) {}

    /** Copies the map. */
    public CheckReport {
        services = Collections.unmodifiableMap(new LinkedHashMap<>(services));
    }
}
