package dev.gatehouse.config.load;

import dev.gatehouse.config.model.Condition;
import dev.gatehouse.config.model.ErrorPage;
import dev.gatehouse.config.model.Front;
import dev.gatehouse.config.model.Match;
import dev.gatehouse.config.model.Meta;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.tree.JsonDocument;
import dev.gatehouse.config.tree.Node;
import dev.gatehouse.config.tree.ObjectTree;
import dev.gatehouse.config.tree.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes tables and routes as JSON in one form: every field that has a value, defaults included, in a fixed order, without
 * white space. Two routes that do the same are the same text, and reading the text gives the same route.
 */
public final class CanonicalJson {

    private CanonicalJson() {}

    /** A whole table; switched-off routes stand behind the others. */
    public static String of(RouteTableConfig table) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("version", table.version());
        Meta meta = table.meta();
        if (meta != null) {
            document.put("meta", meta(meta));
        }
        if (!table.front().equals(Front.NONE)) {
            document.put("front", CanonicalFront.write(table.front()));
        }
        List<Object> routes = new ArrayList<>();
        table.routes().forEach(route -> routes.add(route(route)));
        table.disabled().forEach(route -> {
            Map<String, Object> fields = route(route);
            fields.put("enabled", false);
            routes.add(fields);
        });
        document.put("routes", routes);
        return text(document);
    }

    /** One route. */
    public static String of(RouteConfig route) {
        return text(route(route));
    }

    private static String text(Map<String, Object> document) {
        Node node = ObjectTree.of(document, new Report());
        return JsonDocument.write(Objects.requireNonNull(node));
    }

    private static Map<String, Object> meta(Meta meta) {
        Map<String, Object> fields = new LinkedHashMap<>();
        put(fields, "updatedAt", meta.updatedAt());
        put(fields, "updatedBy", meta.updatedBy());
        if (meta.revision() instanceof Meta.Revision.Numbered revision) {
            fields.put("revision", revision.number());
        } else if (meta.revision() instanceof Meta.Revision.Named revision) {
            fields.put("revision", revision.name());
        }
        put(fields, "note", meta.note());
        return fields;
    }

    private static Map<String, Object> route(RouteConfig route) {
        Map<String, Object> fields = new LinkedHashMap<>();
        put(fields, "id", route.id());
        fields.put("match", match(route.match()));
        CanonicalTarget.write(route.target(), fields);
        CanonicalForwarding.write(route.forwarding(), fields);
        CanonicalRewriting.write(route.rewriting(), fields);
        CanonicalGuards.write(route.guards(), fields);
        if (route.cache() != null) {
            fields.put("cache", CanonicalCache.write(route.cache()));
        }
        fields.put("requestId", Map.of("trustInbound", route.requestId().trustInbound()));
        if (!route.errorPages().isEmpty()) {
            Map<String, Object> pages = new LinkedHashMap<>();
            route.errorPages().forEach((status, page) -> pages.put(status.toString(), page(page)));
            fields.put("errorPages", pages);
        }
        return fields;
    }

    private static Map<String, Object> page(ErrorPage page) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("body", page.body());
        fields.put("contentType", page.contentType());
        fields.put("headers", page.headers());
        return fields;
    }

    private static Map<String, Object> match(Match match) {
        Map<String, Object> fields = new LinkedHashMap<>();
        put(fields, "host", match.host() == null ? null : match.host().text());
        put(fields, "path", match.path() == null ? null : match.path().text());
        put(fields, "exact", match.exact() ? true : null);
        putList(fields, "methods", match.methods());
        fields.put("headers", conditions(match.headers()));
        fields.put("query", conditions(match.query()));
        fields.put("cookies", conditions(match.cookies()));
        return fields;
    }

    private static List<Object> conditions(List<Condition> conditions) {
        List<Object> written = new ArrayList<>();
        for (Condition condition : conditions) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", condition.name());
            if (condition.operator() instanceof Condition.Operator.Equals equals) {
                fields.put("equals", equals.value());
            } else if (condition.operator() instanceof Condition.Operator.Prefix prefix) {
                fields.put("prefix", prefix.value());
            } else if (condition.operator() instanceof Condition.Operator.Present present) {
                fields.put("present", present.expected());
            }
            written.add(fields);
        }
        return written;
    }

    /** Writes a field that has a value. */
    static void put(Map<String, Object> fields, String key, @Nullable Object value) {
        if (value != null) {
            fields.put(key, value);
        }
    }

    /** Writes a list that has entries; an empty one stands for a setting that was left out. */
    static void putList(Map<String, Object> fields, String key, List<?> list) {
        if (!list.isEmpty()) {
            fields.put(key, list);
        }
    }
}
