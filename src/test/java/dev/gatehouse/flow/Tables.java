package dev.gatehouse.flow;

import dev.gatehouse.testkit.ScriptedOrigin;
import java.util.Map;

/** Route tables of journeys. */
final class Tables {

    private Tables() {}

    /** Everything to {@code origin}; {@code fields} are further fields of the route, each after a comma. */
    static Map<String, String> all(ScriptedOrigin origin, String... fields) {
        return settings(route("/", origin.authority(), fields));
    }

    /** One route from {@code prefix} to {@code upstream}, which may have a base path. */
    static String route(String prefix, String upstream, String... fields) {
        StringBuilder route = new StringBuilder("{\"match\": {\"path\": \"" + prefix + "\"}, \"upstream\": \""
                + upstream + "\", \"scheme\": \"http\", \"allowPrivateUpstream\": true");
        for (String field : fields) {
            route.append(", ").append(field.replace('\'', '"'));
        }
        return route.append('}').toString();
    }

    /** The settings of a proxy with these routes. */
    static Map<String, String> settings(String... routes) {
        return Map.of("config", document(routes), "gracePeriodSeconds", "0");
    }

    /** A table of these routes. */
    static String document(String... routes) {
        return "{\"routes\": [" + String.join(", ", routes) + "]}";
    }
}
