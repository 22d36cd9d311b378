package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.List;
import java.util.Optional;

/**
 * A literal replacement in a body.
 *
 * @param from the text to find, never empty
 * @param to what stands there instead, possibly empty
 */
public record Replacement(String from, String to) {
    static List<Replacement> readList(Section rewrite) {
        return rewrite.sections("replace", 0, Section.UNBOUNDED).orElse(List.of()).stream()
                .flatMap(in -> {
                    Optional<String> from = in.required("from", Expectation.TEXT);
                    Optional<String> to = in.required("to", Expectation.ANY_TEXT);
                    in.refuseUnknownKeys();
                    return from.flatMap(f -> to.map(t -> new Replacement(f, t))).stream();
                })
                .toList();
    }
}
