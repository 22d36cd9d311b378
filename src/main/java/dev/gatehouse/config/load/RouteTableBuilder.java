package dev.gatehouse.config.load;

import dev.gatehouse.config.model.RouteTableConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes a route table in code. It makes the same document that would stand in a file, and {@link #build} reads it with the
 * same reader, so nothing can be said here that a file could not say.
 *
 * <pre>{@code
 * RouteTableConfig table = new RouteTableBuilder()
 *         .defaults(Map.of("timeoutMs", 5000))
 *         .route(r -> r.id("api").path("/api").upstream("api.example.com").set("stripPrefix", true))
 *         .build();
 * }</pre>
 */
public final class RouteTableBuilder {

    private final Map<String, Object> document = new LinkedHashMap<>();
    private final List<Object> routes = new ArrayList<>();

    /** States what every route does unless it says otherwise. */
    public RouteTableBuilder defaults(Map<String, ?> defaults) {
        document.put("defaults", new LinkedHashMap<>(defaults));
        return this;
    }

    /** Adds a route behind those that are there. */
    public RouteTableBuilder route(Consumer<RouteBuilder> route) {
        RouteBuilder builder = new RouteBuilder();
        route.accept(builder);
        routes.add(builder.fields());
        return this;
    }

    /**
     * The table.
     *
     * @throws ConfigRejected with every problem, where it is not sound
     */
    public RouteTableConfig build() {
        document.put("routes", routes);
        return RouteTables.define(document);
    }
}
