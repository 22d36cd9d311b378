package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.Optional;

/**
 * What the body of a probe's answer has to say: it is a JSON object with this member.
 *
 * @param field the member's name, at the top of the object; not empty
 * @param value the text that stands there, case included; may be empty
 */
public record ExpectedField(String field, String value) {

    /** Reads the block; empty, with a note, where one of both is missing. */
    static Optional<ExpectedField> read(Section in) {
        Optional<String> field = in.required("field", Expectation.TEXT);
        Optional<String> text = in.required("equals", Expectation.ANY_TEXT);
        in.refuseUnknownKeys();
        return field.flatMap(name -> text.map(value -> new ExpectedField(name, value)));
    }
}
