package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A page of our own that tells how the origins of all pools are. Only GET is answered.
 *
 * @param path where it is, exactly
 * @param shape what it says
 * @param secret the name of the secret that a caller has to bring, as {@code Authorization: Bearer} or in the query
 *     parameter {@code secret}; null for anybody
 * @param ttl how long the result of a probe is shown again, 0 to 1 h; 30 s by default. The other shape probes each time
 * @param version what the page says of itself
 */
public record StatusPage(String path, Shape shape, @Nullable String secret, Duration ttl, String version) {

    /** What a page says. */
    public enum Shape {
        /** Each origin by its URL, and whether any is up: 200, or 503 where all are down. */
        SUMMARY,
        /** Each origin by its name, by service, live and as it was remembered. */
        SERVICES
    }

    private static final int HOUR = 3_600_000;

    /** Reads the block; empty, with a note, where it has no path. */
    static Optional<StatusPage> read(Section in) {
        Optional<String> path = in.required("path", Grammar.PLAIN_PATH);
        StatusPage page = new StatusPage(
                path.orElse("/"),
                in.value("shape", Expectation.constant(Shape.class)).orElse(Shape.SUMMARY),
                in.value("secret", Grammar.SECRET_NAME).orElse(null),
                in.value("ttlMs", Expectation.millis(0, HOUR)).orElse(Duration.ofSeconds(30)),
                in.value("version", Expectation.TEXT).orElse("unknown"));
        if (page.shape == Shape.SERVICES && page.secret == null) {
            in.missing("secret", "the name of a secret: this page makes origins be asked each time");
        }
        in.refuseUnknownKeys();
        return path.map(at -> page);
    }
}
