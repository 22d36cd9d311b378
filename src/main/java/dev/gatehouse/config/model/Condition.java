package dev.gatehouse.config.model;

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
}
