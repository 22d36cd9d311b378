package dev.gatehouse.upstream.health;

import dev.gatehouse.upstream.health.CheckReport.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code /__lb/status}: {@code {"status": "ok", "server", "kvUpdated", "kvCheckedAt", "services": {"auth":
 * [{"name", "healthy", "kvHealthy"}]}}}. The names with {@code kv} are about what is stored, wherever that is; what is not
 * known is null. {@code status} says that the balancer answers, and nothing of upstreams.
 */
public final class BalancerStatus {

    private BalancerStatus() {}

    /**
     * The answer to a status request.
     *
     * @param site only upstreams of this site are shown, and services that have one; null for all. An upstream is of a site
     *     where its name ends in {@code -site} or its host contains {@code -site-}, in any case
     */
    public static StatusBody of(CheckReport report, @Nullable String site) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("status", "ok");
        if (site != null) {
            body.put("server", site);
        }
        body.put("kvUpdated", report.stored());
        body.put("kvCheckedAt", report.checkedAt() == null ? null : HealthText.time(report.checkedAt()));
        Map<String, Object> services = new LinkedHashMap<>();
        report.services().forEach((service, entries) -> {
            List<Object> shown = shown(entries, site);
            if (site == null || !shown.isEmpty()) {
                services.put(service, shown);
            }
        });
        body.put("services", services);
        return new StatusBody(200, HealthText.write(body));
    }

    private static List<Object> shown(List<Entry> entries, @Nullable String site) {
        List<Object> shown = new ArrayList<>();
        for (Entry entry : entries) {
            if (site == null || isOf(site.toLowerCase(Locale.ROOT), entry)) {
                shown.add(written(entry));
            }
        }
        return shown;
    }

    private static boolean isOf(String site, Entry entry) {
        return entry.name().toLowerCase(Locale.ROOT).endsWith("-" + site)
                || entry.host().toLowerCase(Locale.ROOT).contains("-" + site + "-");
    }

    private static Map<String, @Nullable Object> written(Entry entry) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("name", entry.name());
        fields.put("healthy", entry.healthy());
        fields.put("kvHealthy", entry.storedHealthy());
        return fields;
    }
}
