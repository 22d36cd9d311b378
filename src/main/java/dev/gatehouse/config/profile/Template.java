package dev.gatehouse.config.profile;

import dev.gatehouse.config.tree.JsonDocument;
import dev.gatehouse.config.tree.Node;
import dev.gatehouse.config.tree.Node.FlagNode;
import dev.gatehouse.config.tree.Node.ListNode;
import dev.gatehouse.config.tree.Node.NumberNode;
import dev.gatehouse.config.tree.Node.ObjectNode;
import dev.gatehouse.config.tree.Node.TextNode;
import dev.gatehouse.config.tree.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The values of a profile, as they stand in {@code conf/profiles}, packed with the classes: {@code front}, {@code route} with what all routes have in
 * common, and {@code routes} where they are fixed. Each call gives copies that may be changed.
 */
final class Template {

    private final Map<String, Object> document;

    private Template(Map<String, Object> document) {
        this.document = document;
    }

    /** The template of the profile called {@code name}. */
    static Template of(Enum<?> name) {
        String file = "/dev/gatehouse/profiles/" + name.name().toLowerCase(Locale.ROOT) + ".json";
        try (InputStream in = Objects.requireNonNull(Template.class.getResourceAsStream(file))) {
            Report report = new Report();
            Node root = JsonDocument.read(new String(in.readAllBytes(), StandardCharsets.UTF_8), report);
            if (!(root instanceof ObjectNode object)) {
                throw new IllegalStateException(file + ": " + report.problems());
            }
            return new Template(map(object));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** What holds in front of all routes. */
    Map<String, Object> front() {
        return child(document, "front");
    }

    /** What all routes have in common. */
    Map<String, Object> route() {
        return child(document, "route");
    }

    /** The routes that are fixed, each with what all have in common. */
    List<Map<String, Object>> routes() {
        List<Map<String, Object>> routes = new ArrayList<>();
        for (Object fixed : (List<?>) Objects.requireNonNull(document.get("routes"))) {
            Map<String, Object> route = route();
            ((Map<?, ?>) fixed).forEach((key, value) -> route.put((String) key, copy(value)));
            routes.add(route);
        }
        return routes;
    }

    /** A copy of the object that {@code parent} has under {@code key}; in its place, so that changes to it count. */
    static Map<String, Object> child(Map<String, Object> parent, String key) {
        Map<String, Object> child = new LinkedHashMap<>();
        if (parent.get(key) instanceof Map<?, ?> found) {
            found.forEach((name, value) -> child.put((String) name, copy(value)));
        }
        return child;
    }

    private static Object copy(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, inner) -> copy.put((String) name, copy(inner)));
            return copy;
        }
        return value instanceof List<?> list ? list.stream().map(Template::copy).toList() : value;
    }

    private static Map<String, Object> map(ObjectNode node) {
        Map<String, Object> map = new LinkedHashMap<>();
        node.members().forEach((key, member) -> map.put(key, value(member.value())));
        return map;
    }

    private static Object value(Node node) {
        if (node instanceof ObjectNode object) {
            return map(object);
        }
        if (node instanceof ListNode list) {
            return list.entries().stream().map(Template::value).toList();
        }
        if (node instanceof TextNode text) {
            return text.value();
        }
        if (node instanceof NumberNode number) {
            return new BigDecimal(number.text());
        }
        return node instanceof FlagNode flag && flag.value();
    }
}
