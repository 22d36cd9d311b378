package dev.gatehouse.config.profile;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Node.TextNode;
import dev.gatehouse.config.tree.Section;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Services by the first segment of the path, or one service for all paths: the shape of the list of origins says which. */
final class Kisum {

    private static final String SERVICES = "SERVICES";
    private static final String NAME = "LB_NAME";
    private static final String TIMEOUT = "LB_ATTEMPT_TIMEOUT_MS";
    private static final String INTERVAL = "LB_HEALTH_INTERVAL_SECONDS";

    /** What the list of origins was called before services came. */
    private static final String RETIRED = "ORIGINS";

    static final Set<String> VARIABLES = Set.of(SERVICES, NAME, TIMEOUT, INTERVAL);

    private static final String ONLY_SERVICE = "default";
    private static final String STATUS_SERVICE = "__lb";
    private static final int MOST = 64;

    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._~-]+");

    private static final Expectation<String> SERVICE = Expectation.text(
            "the name of a service: one path segment of letters, digits and . _ ~ -, but not " + STATUS_SERVICE,
            name -> SEGMENT.matcher(name).matches() && !name.matches("\\.{1,2}") && !name.equals(STATUS_SERVICE)
                    ? name
                    : null);

    private static final Expectation<String> BASE_URL = Expectation.text(
                    "an http or https URL without credentials, query and fragment", Kisum::baseUrl)
            .hidden();

    private final Variables variables;

    Kisum(Variables variables) {
        this.variables = variables;
    }

    /** The routes; faults are noted. */
    List<Map<String, Object>> routes(Template template, Map<String, Object> front) {
        Section in = variables.section(Set.of(NAME, TIMEOUT, INTERVAL), Set.of(SERVICES));
        if (!in.has(SERVICES)) {
            in.missing(
                    SERVICES,
                    "a JSON list of origins, or an object of services"
                            + (variables.has(RETIRED) ? "; " + RETIRED + " is no longer read" : ""));
            return List.of();
        }
        if (in.isList(SERVICES)) {
            List<Map<String, Object>> origins =
                    origins(in.sections(SERVICES, 1, MOST).orElse(List.of()));
            return List.of(route(in, template, ONLY_SERVICE, "/", false, origins));
        }
        front.put("refuseUnmatched", true);
        return services(in, template);
    }

    private List<Map<String, Object>> services(Section in, Template template) {
        List<Map<String, Object>> routes = new ArrayList<>();
        Section services = in.section(SERVICES).orElse(null);
        if (services == null) {
            return routes;
        }
        if (services.keys().isEmpty()) {
            in.problem(SERVICES, "at least one service");
        }
        for (String name : services.keys()) {
            if (SERVICE.reading().read(new TextNode(services.node().position(), name)) == null) {
                services.fault(name, "\"" + name + "\"", SERVICE.words());
                continue;
            }
            if (services.isObject(name)) {
                services.section(name)
                        .ifPresent(service -> routes.add(route(
                                in,
                                template,
                                name,
                                "/" + name,
                                service.value("stripPrefix", Expectation.FLAG).orElse(true),
                                origins(service))));
            } else {
                routes.add(route(
                        in,
                        template,
                        name,
                        "/" + name,
                        true,
                        origins(services.sections(name, 1, MOST).orElse(List.of()))));
            }
        }
        return routes;
    }

    private static List<Map<String, Object>> origins(Section service) {
        if (!service.has("origins")) {
            service.missing("origins", "a list of origins");
        }
        List<Map<String, Object>> origins =
                origins(service.sections("origins", 1, MOST).orElse(List.of()));
        service.refuseUnknownKeys();
        return origins;
    }

    private static List<Map<String, Object>> origins(List<Section> sections) {
        Set<String> names = new HashSet<>();
        List<Map<String, Object>> origins = new ArrayList<>();
        for (Section in : sections) {
            Map<String, Object> origin = new LinkedHashMap<>();
            Optional<String> url = in.required("baseUrl", BASE_URL);
            url.ifPresent(text -> origin.put("url", text));
            in.value("name", Expectation.TEXT)
                    .or(() -> url.map(text -> URI.create(text).getHost()))
                    .ifPresent(name -> {
                        origin.put("name", name);
                        if (!names.add(name)) {
                            in.fault("duplicate origin name " + name, "each name once in a service");
                        }
                    });
            in.value("weight", Expectation.integer(1, 1_000_000)).ifPresent(weight -> origin.put("weight", weight));
            in.refuseUnknownKeys();
            origins.add(origin);
        }
        return origins;
    }

    private static Map<String, Object> route(
            Section variables,
            Template template,
            String service,
            String path,
            boolean strip,
            List<Map<String, Object>> origins) {
        Map<String, Object> route = template.route();
        route.put("id", service);
        route.put("match", Map.of("path", path));
        route.put("stripPrefix", strip);
        Map<String, Object> pool = Template.child(route, "pool");
        pool.put("name", service);
        pool.put("origins", origins);
        override(variables, TIMEOUT, 0, 86_400_000, pool, "deadlines", "timeoutMs");
        override(variables, INTERVAL, 1, 3_600, pool, "health", "intervalSeconds");
        route.put("pool", pool);
        String name = variables.value(NAME, Expectation.TEXT).orElse("loadbalancer-kisum");
        route.put("requestHeaders", Map.of("set", Map.of("X-Load-Balancer", name)));
        route.put("responseHeaders", Map.of("set", Map.of("X-Origin-Service", service)));
        return route;
    }

    /** Puts what a variable says, if it says something, in place of the template's own value. */
    private static void override(
            Section variables, String variable, int min, int max, Map<String, Object> pool, String block, String key) {
        variables.value(variable, number(min, max)).ifPresent(number -> {
            Map<String, Object> changed = Template.child(pool, block);
            changed.put(key, number);
            pool.put(block, changed);
        });
    }

    private static Expectation<Integer> number(int min, int max) {
        return Expectation.text("a whole number from " + min + " to " + max, text -> {
            if (!text.matches("[0-9]{1,9}")) {
                return null;
            }
            int number = Integer.parseInt(text);
            return number >= min && number <= max ? number : null;
        });
    }

    private static @Nullable String baseUrl(String text) {
        try {
            URI url = new URI(text);
            boolean sound = url.getScheme() != null
                    && url.getScheme().matches("(?i)https?")
                    && url.getHost() != null
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null;
            return sound ? text : null;
        } catch (URISyntaxException notAUrl) {
            return null;
        }
    }
}
