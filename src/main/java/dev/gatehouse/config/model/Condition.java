package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One condition of a match: a name and what must hold of its value. Values compare case-sensitively.
 *
 * @param name the header field (lower case), query parameter or cookie; never empty
 * @param operator what must hold
 */
public record Condition(String name, Operator operator) {

    /** What must hold of the value. */
    public sealed interface Operator {

        /**
         * The value is exactly this one.
         *
         * @param value may be empty: then the name must be sent without content
         */
        record Equals(String value) implements Operator {}

        /**
         * The value begins with this text.
         *
         * @param value never empty
         */
        record Prefix(String value) implements Operator {}

        /**
         * The name occurs, even with an empty value, or does not occur at all.
         *
         * @param expected whether it must occur
         */
        record Present(boolean expected) implements Operator {}
    }

    private static final int MAX_CONDITIONS = 64;

    /** Reads a family of conditions; faulty ones are noted and left out. */
    static List<Condition> readList(Section match, String family, Expectation<String> names) {
        return match.sections(family, 0, MAX_CONDITIONS).orElse(List.of()).stream()
                .flatMap(in -> read(in, names).stream())
                .toList();
    }

    private static Optional<Condition> read(Section in, Expectation<String> names) {
        Optional<String> name = in.required("name", names);
        long operators =
                Stream.of("equals", "prefix", "present").filter(in::has).count();
        if (operators != 1) {
            in.fault(operators + " operators", "exactly one of equals, prefix and present");
        }
        Optional<Operator> equals = in.value("equals", Expectation.ANY_TEXT).map(Operator.Equals::new);
        Optional<Operator> prefix = in.value("prefix", Expectation.TEXT).map(Operator.Prefix::new);
        Optional<Operator> present = in.value("present", Expectation.FLAG).map(Operator.Present::new);
        in.refuseUnknownKeys();
        Optional<Operator> operator = equals.or(() -> prefix).or(() -> present);
        return name.flatMap(n -> operator.map(o -> new Condition(n, o)));
    }
}
