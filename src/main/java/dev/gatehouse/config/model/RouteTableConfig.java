package dev.gatehouse.config.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A route table, read and checked: every route is complete, with the table's defaults already merged into it.
 *
 * @param version the document's version; always {@link #VERSION} in this build
 * @param meta who wrote the document and when; null where it does not say. No decision may look at it.
 * @param routes the routes in the order in which they are tried; the position of each is its index here. Empty only
 *     where every route of the document is switched off.
 * @param disabled the routes that the document switches off with {@code enabled: false}, in its order. They are checked
 *     like the others and never matched.
 */
public record RouteTableConfig(int version, @Nullable Meta meta, List<RouteConfig> routes, List<RouteConfig> disabled) {

    /** The document version this build writes, and the only one it reads. */
    public static final int VERSION = 1;

    /** Copies the lists. */
    public RouteTableConfig {
        routes = List.copyOf(routes);
        disabled = List.copyOf(disabled);
    }
}
