package dev.gatehouse.upstream.health;

import dev.gatehouse.config.model.HealthProbe;
import dev.gatehouse.transport.Probe;
import java.util.List;

/** One upstream that is to be asked, as its service asks. */
record Check(String service, HealthOrigin origin, HealthProbe policy) {

    /** The upstreams of a service; none where they are not asked. */
    static List<Check> of(HealthService service) {
        HealthProbe probe = service.settings().probe();
        return probe == null
                ? List.of()
                : service.origins().stream()
                        .map(origin -> new Check(service.name(), origin, probe))
                        .toList();
    }

    Probe probe() {
        return origin.probe(policy);
    }
}
