package dev.gatehouse.config.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes one route in code. The fields that most routes need have a method of their own; {@link #set} writes any other by
 * the name it has in a document.
 */
public final class RouteBuilder {

    private final Map<String, Object> fields = new LinkedHashMap<>();
    private final Map<String, Object> match = new LinkedHashMap<>();

    RouteBuilder() {}

    /** Gives the route a handle of its own. */
    public RouteBuilder id(String id) {
        return set("id", id);
    }

    /** Claims requests for a host, or for all hosts below one ({@code *.example.com}). */
    public RouteBuilder host(String host) {
        match.put("host", host);
        return this;
    }

    /** Claims requests below a path. */
    public RouteBuilder path(String path) {
        match.put("path", path);
        return this;
    }

    /** Claims requests with one of these methods only. */
    public RouteBuilder methods(String... methods) {
        match.put("methods", List.of(methods));
        return this;
    }

    /** Claims requests of which more holds: {@code headers}, {@code query} or {@code cookies} conditions. */
    public RouteBuilder match(String field, Object value) {
        match.put(field, value);
        return this;
    }

    /** Sends the requests to one upstream. */
    public RouteBuilder upstream(String upstream) {
        return set("upstream", upstream);
    }

    /** Copies what a preset says into the route. */
    public RouteBuilder preset(Preset preset) {
        fields.putAll(preset.fields());
        return this;
    }

    /** Writes a field by its name in a document; blocks are maps and lists. */
    public RouteBuilder set(String field, Object value) {
        fields.put(field, value);
        return this;
    }

    Map<String, Object> fields() {
        Map<String, Object> route = new LinkedHashMap<>(fields);
        route.putIfAbsent("match", match);
        return route;
    }
}
