package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Section;
import java.util.List;

/**
 * What moves requests of some methods on to the next origin of a pool.
 *
 * @param methods the methods in upper case; empty for all that no earlier step names
 * @param on the failures that do; at least one
 */
public record FailoverStep(List<String> methods, Triggers on) {

    /** Copies the list. */
    public FailoverStep {
        methods = List.copyOf(methods);
    }

    /** Whether the step speaks of {@code method}, in upper case. */
    public boolean covers(String method) {
        return methods.isEmpty() || methods.contains(method);
    }

    static FailoverStep read(Section in) {
        List<String> methods =
                in.list("methods", 1, Section.UNBOUNDED, Grammar.METHOD).orElse(List.of());
        List<Triggers> on = in.list("on", 1, Section.UNBOUNDED, Triggers.ENTRY).orElse(List.of());
        if (!in.has("on")) {
            in.missing("on", "a list of at least one, each " + Triggers.ENTRY.words());
        }
        in.refuseUnknownKeys();
        return new FailoverStep(Grammar.distinct(methods), Triggers.joined(on));
    }
}
