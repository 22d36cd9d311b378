package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How an error of our own looks.
 *
 * @param status its status, 400 to 599; empty for the usual one
 * @param contentType the media type of {@code body}; {@code text/plain; charset=utf-8} by default
 * @param body its text, in which {@code {code}}, {@code {path}}, {@code {reason}} and {@code {requestId}} are filled in;
 *     empty for no body; null for the usual JSON
 */
public record ErrorLook(
        OptionalInt status, String contentType, @Nullable String body) {

    /** The key of what holds for every code that has no look of its own. */
    public static final String ANY = "*";

    /** A code of an error. */
    static final Expectation<String> CODE = Expectation.text(
            "the code of an error such as not_found, or *", Pattern.compile("\\*|[a-z][a-z0-9_]{0,63}"));

    /** The usual one. */
    public static final ErrorLook USUAL = new ErrorLook(OptionalInt.empty(), "application/json", null);

    private static final String PLAIN = "text/plain; charset=utf-8";

    static ErrorLook read(Section in) {
        ErrorLook look = new ErrorLook(
                in.value("status", Expectation.integer(400, 599))
                        .map(OptionalInt::of)
                        .orElse(OptionalInt.empty()),
                in.value("contentType", Grammar.CONTENT_TYPE).orElse(PLAIN),
                in.value("body", Expectation.ANY_TEXT).orElse(null));
        in.refuseUnknownKeys();
        return look;
    }
}
