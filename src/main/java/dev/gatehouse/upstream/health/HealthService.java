package dev.gatehouse.upstream.health;

import dev.gatehouse.config.model.Health;
import java.util.List;

/**
 * Upstreams that stand for one another.
 *
 * @param name what their health is kept under; no two of a deployment have the same
 */
public record HealthService(String name, Health settings, List<HealthOrigin> origins) {

    /** Copies the list. */
    public HealthService {
        origins = List.copyOf(origins);
    }

    /** Whether its upstreams are asked, and not only observed. */
    boolean isProbed() {
        return settings.probe() != null;
    }
}
