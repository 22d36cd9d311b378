package dev.gatehouse.config.profile;

import dev.gatehouse.config.tree.JsonDocument;
import dev.gatehouse.config.tree.Node;
import dev.gatehouse.config.tree.Node.Member;
import dev.gatehouse.config.tree.Node.ObjectNode;
import dev.gatehouse.config.tree.Node.TextNode;
import dev.gatehouse.config.tree.ObjectTree;
import dev.gatehouse.config.tree.Pointer;
import dev.gatehouse.config.tree.Position;
import dev.gatehouse.config.tree.Problem;
import dev.gatehouse.config.tree.Report;
import dev.gatehouse.config.tree.Section;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The variables of a profile, as one section whose keys are their names. */
final class Variables {

    private final Function<String, @Nullable Object> lookup;
    private final Report report;

    Variables(Function<String, @Nullable Object> lookup, Report report) {
        this.lookup = lookup;
        this.report = report;
    }

    Report report() {
        return report;
    }

    boolean has(String name) {
        return lookup.apply(name) != null;
    }

    /** A variable as text; null where it is not set. */
    @Nullable
    String text(String name) {
        Object value = lookup.apply(name);
        return value == null ? null : value.toString().strip();
    }

    /** A whole number above 0, rounded down; {@code otherwise} for anything else, so that a slip cannot switch a bound off. */
    long positive(String name, long otherwise) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        try {
            double number = Math.floor(Double.parseDouble(text));
            return Double.isFinite(number) && number > 0 ? (long) Math.min(number, Integer.MAX_VALUE) : otherwise;
        } catch (NumberFormatException notANumber) {
            return otherwise;
        }
    }

    /** A section of {@code texts}, taken as they are, and {@code documents}, which hold JSON. */
    Section section(Set<String> texts, Set<String> documents) {
        Map<String, Member> members = new LinkedHashMap<>();
        for (String name : texts) {
            String value = text(name);
            if (value != null) {
                members.put(name, new Member(Position.NONE, new TextNode(Position.NONE, value)));
            }
        }
        for (String name : documents) {
            Node node = document(name);
            if (node != null) {
                members.put(name, new Member(Position.NONE, node));
            }
        }
        return Section.root(new ObjectNode(Position.NONE, members), report);
    }

    /** JSON text, or lists and maps that a container has bound. */
    private @Nullable Node document(String name) {
        Object value = lookup.apply(name);
        if (value == null) {
            return null;
        }
        Report inside = new Report();
        Node node = value instanceof String text ? JsonDocument.read(text, inside) : ObjectTree.of(value, inside);
        inside.problems()
                .forEach(problem ->
                        report.add(new Problem(Pointer.ROOT.key(name), problem.position(), problem.found(), "JSON")));
        return node;
    }
}
