package dev.gatehouse.config.load;

import dev.gatehouse.config.model.ExpectedField;
import dev.gatehouse.config.model.Health;
import dev.gatehouse.config.model.HealthProbe;
import java.util.LinkedHashMap;
import java.util.Map;

/** The part of {@link CanonicalJson} that says how upstreams are known to be alive. */
final class CanonicalHealth {

    private CanonicalHealth() {}

    static Map<String, Object> write(Health health) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (health.probe() != null) {
            fields.put("probe", probe(health.probe()));
        }
        fields.put("intervalSeconds", health.interval().toSeconds());
        fields.put("markOn", health.markOn().written());
        fields.put("shared", health.shared());
        fields.put("allDead", health.allDead() == Health.AllDead.REFUSE ? "refuse" : "tryAll");
        fields.put("panicPercent", health.panicPercent());
        fields.put("slowStartSeconds", health.slowStart().toSeconds());
        return fields;
    }

    private static Map<String, Object> probe(HealthProbe probe) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("path", probe.path());
        fields.put("followRedirects", probe.followRedirects());
        Map<String, Object> expect = new LinkedHashMap<>();
        expect.put("status", probe.status().written());
        ExpectedField json = probe.json();
        if (json != null) {
            Map<String, Object> member = new LinkedHashMap<>();
            member.put("field", json.field());
            member.put("equals", json.value());
            expect.put("json", member);
        }
        fields.put("expect", expect);
        fields.put("timeoutMs", probe.timeout().toMillis());
        fields.put("concurrency", probe.concurrency());
        return fields;
    }
}
