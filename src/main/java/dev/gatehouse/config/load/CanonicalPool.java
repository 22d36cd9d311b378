package dev.gatehouse.config.load;

import dev.gatehouse.config.model.Deadlines;
import dev.gatehouse.config.model.FailoverStep;
import dev.gatehouse.config.model.Pool;
import dev.gatehouse.config.model.PoolDeadlines;
import dev.gatehouse.config.model.PoolOrigin;
import dev.gatehouse.config.model.Readiness;
import dev.gatehouse.config.tree.Expectation;
import java.util.LinkedHashMap;
import java.util.Map;

/** The part of {@link CanonicalJson} that says what a pool is. */
final class CanonicalPool {

    private CanonicalPool() {}

    static Map<String, Object> write(Pool pool) {
        Map<String, Object> fields = new LinkedHashMap<>();
        CanonicalJson.put(fields, "name", pool.name());
        fields.put("origins", pool.origins().stream().map(CanonicalPool::origin).toList());
        fields.put("pick", Expectation.spelled(pool.pick()));
        fields.put("maxAttempts", pool.maxAttempts());
        if (!pool.failover().isEmpty()) {
            fields.put(
                    "failover",
                    pool.failover().stream().map(CanonicalPool::step).toList());
        }
        fields.put("relayLast", pool.relayLast());
        fields.put("replayBytes", pool.replayBytes());
        fields.put("overflow", Expectation.spelled(pool.overflow()));
        CanonicalJson.put(fields, "dropGetBody", pool.dropsGetBody() ? true : null);
        if (pool.deadlines() != null) {
            fields.put("deadlines", deadlines(pool.deadlines()));
        }
        fields.put("hostHeader", pool.hostHeader().written());
        if (pool.readiness() != null) {
            fields.put("readiness", readiness(pool.readiness()));
        }
        if (pool.health() != null) {
            fields.put("health", CanonicalHealth.write(pool.health()));
        }
        return fields;
    }

    private static Map<String, Object> origin(PoolOrigin origin) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("url", origin.url());
        fields.put("name", origin.name());
        fields.put("weight", origin.weight());
        CanonicalJson.put(fields, "connectTo", origin.connectTo());
        return fields;
    }

    private static Map<String, Object> step(FailoverStep step) {
        Map<String, Object> fields = new LinkedHashMap<>();
        CanonicalJson.putList(fields, "methods", step.methods());
        fields.put("on", step.on().written());
        return fields;
    }

    private static Map<String, Object> deadlines(Deadlines deadlines) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("timeoutMs", PoolDeadlines.written(deadlines.timeout()));
        fields.put("totalTimeoutMs", PoolDeadlines.written(deadlines.total()));
        fields.put("firstChunkTimeoutMs", PoolDeadlines.written(deadlines.firstChunk()));
        fields.put("streamIdleTimeoutMs", PoolDeadlines.written(deadlines.streamIdle()));
        return fields;
    }

    private static Map<String, Object> readiness(Readiness readiness) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("path", readiness.path());
        fields.put("status", readiness.status());
        CanonicalJson.put(fields, "header", readiness.field());
        CanonicalJson.put(fields, "secret", readiness.secret());
        fields.put("timeoutMs", readiness.timeout().toMillis());
        return fields;
    }
}
