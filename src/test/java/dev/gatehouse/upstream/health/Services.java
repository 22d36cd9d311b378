package dev.gatehouse.upstream.health;

import dev.gatehouse.config.model.Health;
import dev.gatehouse.config.model.HealthBlocks;
import dev.gatehouse.transport.Origin;
import java.util.List;
import java.util.stream.Stream;

/** Services for tests. */
final class Services {

    /** What {@code GET /health} must answer for the origin to be well. */
    static final String OK =
            "\"probe\": {\"path\": \"/health\", \"expect\": {\"json\": {\"field\": \"status\", \"equals\":"
                    + " \"ok\"}}}";

    /** Any two hundred will do. */
    static final String PROBE = "\"probe\": {\"path\": \"/health\"}";

    private Services() {}

    /** A health block of {@code fields}. */
    static Health health(String fields) {
        return HealthBlocks.read("{" + fields + "}");
    }

    /** A service whose origins are called like their hosts. */
    static HealthService service(String name, Health settings, String... hosts) {
        List<HealthOrigin> origins = Stream.of(hosts)
                .map(host -> new HealthOrigin(host, Origin.of("http", host, 80, false), ""))
                .toList();
        return new HealthService(name, settings, origins);
    }
}
