package dev.gatehouse.config.load;

import dev.gatehouse.config.model.Cache;
import dev.gatehouse.config.model.CacheKey;
import dev.gatehouse.config.model.StaleIfError;
import java.util.LinkedHashMap;
import java.util.Map;

/** The part of {@link CanonicalJson} that says what is kept. */
final class CanonicalCache {

    private CanonicalCache() {}

    static Map<String, Object> write(Cache cache) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("enabled", cache.enabled());
        fields.put("methods", cache.methods());
        fields.put("ttlSeconds", cache.ttl().toSeconds());
        fields.put("staleWhileRevalidateSeconds", cache.staleWhileRevalidate().toSeconds());
        fields.put("contentTypes", cache.contentTypes());
        if (cache.staleIfError() != null) {
            fields.put("staleIfError", staleIfError(cache.staleIfError()));
        }
        fields.put("lockMisses", cache.lockMisses());
        Map<String, Object> statuses = new LinkedHashMap<>();
        cache.statusTtl().forEach((status, ttl) -> statuses.put(status.toString(), ttl.toSeconds()));
        fields.put("statusTtlSeconds", statuses);
        Map<String, Object> key = new LinkedHashMap<>();
        key.put("query", query(cache.key().query()));
        key.put("headers", cache.key().headers());
        fields.put("key", key);
        return fields;
    }

    private static Map<String, Object> staleIfError(StaleIfError stale) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("seconds", stale.window().toSeconds());
        fields.put("on", CanonicalTarget.failures(stale.on()));
        return fields;
    }

    private static Object query(CacheKey.Query query) {
        if (query instanceof CacheKey.Query.Ignore ignore) {
            return Map.of("ignore", ignore.names());
        } else if (query instanceof CacheKey.Query.Include include) {
            return Map.of("include", include.names());
        }
        return query instanceof CacheKey.Query.None ? "none" : "all";
    }
}
