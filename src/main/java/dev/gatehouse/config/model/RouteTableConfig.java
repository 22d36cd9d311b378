package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A route table, read and checked: every route is complete, with the table's defaults already merged into it.
 *
 * @param version the document's version; always {@link #VERSION} in this build
 * @param meta who wrote the document and when; null where it does not say. No decision may look at it.
 * @param front what holds in front of all routes; {@link Front#NONE} by default
 * @param routes the routes in the order in which they are tried; the position of each is its index here. Empty only
 *     where every route of the document is switched off.
 * @param disabled the routes that the document switches off with {@code enabled: false}, in its order. They are checked
 *     like the others and never matched.
 */
public record RouteTableConfig(
        int version, @Nullable Meta meta, Front front, List<RouteConfig> routes, List<RouteConfig> disabled) {

    /** The document version this build writes, and the only one it reads. */
    public static final int VERSION = 1;

    /** The table without a route: every request passes on. */
    public static final RouteTableConfig EMPTY = new RouteTableConfig(VERSION, null, Front.NONE, List.of(), List.of());

    /** Copies the lists. */
    public RouteTableConfig {
        routes = List.copyOf(routes);
        disabled = List.copyOf(disabled);
    }

    /**
     * Reads a document. What comes out is complete only where nothing was noted.
     */
    public static RouteTableConfig read(Section document) {
        document.value("version", Expectation.oneOf(VERSION));
        document.value("$schema", Expectation.TEXT); // for editors; means nothing here
        Meta meta = document.section("meta").map(Meta::read).orElse(null);
        Front front = document.section("front").map(Front::read).orElse(Front.NONE);
        Section defaults = document.section("defaults").orElse(null);
        if (defaults != null) {
            RouteDefaults.check(defaults);
        }
        if (!document.has("routes")) {
            document.missing("routes", "a list of at least one route");
        }
        List<RouteConfig> enabled = new ArrayList<>();
        List<RouteConfig> disabled = new ArrayList<>();
        Map<String, Section> labels = new HashMap<>();
        Map<String, Pool> pools = new HashMap<>();
        for (Section route : document.sections("routes", 1, Section.UNBOUNDED).orElse(List.of())) {
            List<RouteConfig> list = RouteConfig.isEnabled(route) ? enabled : disabled;
            RouteConfig.read(route, defaults, list.size()).ifPresent(config -> {
                list.add(config);
                checkPoolName(route, config, pools);
                Section earlier = labels.putIfAbsent(config.label(), route);
                if (earlier != null && config.id() != null) {
                    route.problem("id", "an id of its own; " + earlier.pointer() + " has it already");
                }
            });
        }
        document.refuseUnknownKeys();
        return new RouteTableConfig(VERSION, meta, front, enabled, disabled);
    }

    /** What is known of origins is kept under the name of their pool, so one name must mean one list. */
    private static void checkPoolName(Section route, RouteConfig config, Map<String, Pool> pools) {
        if (!(config.target() instanceof Pool pool) || pool.name() == null) {
            return;
        }
        Pool earlier = pools.putIfAbsent(pool.name(), pool);
        boolean same = earlier == null
                || earlier.origins().equals(pool.origins()) && Objects.equals(earlier.health(), pool.health());
        if (!same) {
            route.fault(
                    "pool",
                    "another pool called " + pool.name(),
                    "the same origins and health wherever a pool has its name");
        }
    }
}
