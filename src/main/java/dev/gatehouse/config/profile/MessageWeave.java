package dev.gatehouse.config.profile;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A fixed list of paths, all in front of the same backends. */
final class MessageWeave {

    private static final String ORIGINS = "BACKEND_ORIGINS_JSON";
    private static final String REQUEST_TIMEOUT = "LB_REQUEST_TIMEOUT_MS";
    private static final String MAX_ATTEMPTS = "LB_MAX_ATTEMPTS";
    private static final String RECONCILE_TIMEOUT = "LB_RECONCILE_TIMEOUT_MS";
    private static final String WORKER_TIMEOUT = "LB_WORKER_TIMEOUT_MS";
    private static final String HEALTH_TTL = "LB_HEALTH_TTL_MS";
    private static final String VERSION = "LB_VERSION";

    static final Set<String> VARIABLES =
            Set.of(ORIGINS, REQUEST_TIMEOUT, MAX_ATTEMPTS, RECONCILE_TIMEOUT, WORKER_TIMEOUT, HEALTH_TTL, VERSION);

    private static final int MOST_ORIGINS = 64;
    private static final long DAY_MILLIS = 86_400_000;
    private static final long HOUR_MILLIS = 3_600_000;
    private static final long MINUTE_MILLIS = 60_000;

    private static final Expectation<String> ORIGIN = Expectation.text(
                    "an https origin: no other scheme, no path, query, fragment and credentials", MessageWeave::origin)
            .hidden();

    private final Variables variables;

    MessageWeave(Variables variables) {
        this.variables = variables;
    }

    /** The routes; faults are noted. */
    List<Map<String, Object>> routes(Template template, Map<String, Object> front) {
        Map<String, Object> status = Template.child(front, "status");
        status.put("ttlMs", Math.min(HOUR_MILLIS, variables.positive(HEALTH_TTL, 30_000)));
        String version = variables.text(VERSION);
        status.put("version", version == null || version.isEmpty() ? "unknown" : version);
        front.put("status", status);
        List<Map<String, Object>> origins = origins();
        List<Map<String, Object>> routes = template.routes();
        routes.forEach(route -> complete(route, origins));
        return routes;
    }

    private List<Map<String, Object>> origins() {
        Section in = variables.section(Set.of(), Set.of(ORIGINS));
        if (!variables.has(ORIGINS)) {
            in.missing(ORIGINS, "a JSON list of " + ORIGIN.words());
        }
        List<String> urls = in.list(ORIGINS, 1, MOST_ORIGINS, ORIGIN).orElse(List.of());
        return urls.stream()
                .distinct()
                .map(url -> Map.<String, Object>of("url", url, "name", url))
                .toList();
    }

    /** Whether no list is there, or an empty one. */
    boolean namesNoOrigin() {
        String text = variables.text(ORIGINS);
        return text == null || text.replaceAll("\\s", "").equals("[]");
    }

    private void complete(Map<String, Object> route, List<Map<String, Object>> origins) {
        Map<String, Object> pool = Template.child(route, "pool");
        pool.put("origins", origins);
        long usual = variables.positive(REQUEST_TIMEOUT, 10_000);
        long timeout = usual;
        switch (String.valueOf(route.get("id"))) {
            case "reconcile" -> timeout = single(pool, RECONCILE_TIMEOUT, 320_000);
            case "worker" -> timeout = single(pool, WORKER_TIMEOUT, 300_000);
            default -> pool.put("maxAttempts", Math.min(64, variables.positive(MAX_ATTEMPTS, 2)));
        }
        Map<String, Object> deadlines = Template.child(pool, "deadlines");
        deadlines.put("timeoutMs", Math.min(DAY_MILLIS, timeout));
        pool.put("deadlines", deadlines);
        Map<String, Object> health = Template.child(pool, "health");
        Map<String, Object> probe = Template.child(health, "probe");
        probe.put("timeoutMs", Math.min(MINUTE_MILLIS, usual));
        health.put("probe", probe);
        pool.put("health", health);
        route.put("pool", pool);
    }

    /** Jobs that take minutes and must not run twice. */
    private long single(Map<String, Object> pool, String variable, long otherwise) {
        pool.put("maxAttempts", 1);
        return variables.positive(variable, otherwise);
    }

    /** An origin in its serialised form, which may end with a slash. */
    private static @Nullable String origin(String text) {
        try {
            URI url = new URI(text);
            boolean bare = url.getRawPath() == null
                    || url.getRawPath().isEmpty()
                    || url.getRawPath().equals("/");
            boolean sound = "https".equalsIgnoreCase(url.getScheme())
                    && url.getHost() != null
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null
                    && bare;
            return sound ? withoutSlash(text).toLowerCase(Locale.ROOT) : null;
        } catch (URISyntaxException notAUrl) {
            return null;
        }
    }

    private static String withoutSlash(String text) {
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }
}
