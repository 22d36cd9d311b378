package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A gate that each request passes: an origin is asked before it is used, in order, and the first that says it is ready gets
 * the request. Nothing of this is remembered.
 *
 * @param path the literal path that is asked for, below the origin's base path
 * @param status what a ready origin answers, exactly; 204 by default
 * @param field the field that carries the secret, lower case; null for none
 * @param secret the name of the secret; null where there is no field
 * @param timeout how long an origin may take, 1 ms to 60 s; 2 s by default
 */
public record Readiness(
        String path,
        int status,
        @Nullable String field,
        @Nullable String secret,
        Duration timeout) {

    /** What holds where the block does not say. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

    /** Whether {@code path} can be asked for: letters, digits and {@code . _ ~ - /}, no segment empty or made of dots. */
    public static boolean isPath(String path) {
        return Grammar.isPlain(path);
    }

    /** Reads the block; empty, with a note, where it names no path. */
    static Optional<Readiness> read(Section in) {
        Optional<String> path = in.required("path", Grammar.PLAIN_PATH);
        int status = in.value("status", Expectation.integer(200, 299)).orElse(204);
        Optional<String> field = in.value("header", Grammar.FIELD_NAME);
        Optional<String> secret = in.value("secret", Grammar.SECRET_NAME);
        if (field.isPresent() != secret.isPresent()) {
            in.fault(
                    field.isPresent() ? "header" : "secret",
                    "one without the other",
                    "both header and secret, or neither");
        }
        Duration timeout = in.value("timeoutMs", Expectation.millis(1, 60_000)).orElse(DEFAULT_TIMEOUT);
        in.refuseUnknownKeys();
        return path.map(at -> new Readiness(at, status, field.orElse(null), secret.orElse(null), timeout));
    }
}
