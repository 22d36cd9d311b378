package dev.gatehouse.upstream.health;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where health is kept.
 *
 * @param local on this node
 * @param shared for all nodes; null where the deployment has none, and then what is to be shared stays on this node
 */
public record HealthStores(HealthStore local, @Nullable HealthStore shared) implements AutoCloseable {

    HealthStore of(HealthService service) {
        return service.settings().shared() && shared != null ? shared : local;
    }

    void retain(Map<String, Set<String>> names) {
        local.retain(names);
        if (shared != null) {
            shared.retain(names);
        }
    }

    @Override
    public void close() {
        local.close();
        if (shared != null) {
            shared.close();
        }
    }
}
