package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.Optional;

/**
 * Which limiter counts the requests of a route.
 *
 * @param binding the limiter's name; it is declared outside the table
 * @param by what shares a bucket; {@link By#IP} by default
 * @param countPreflight whether preflights are counted; false by default
 * @param headers whether answers of the route tell callers what is left to them, in {@code RateLimit} and {@code
 *     RateLimit-Policy}; not unless it is asked for
 */
public record RateLimit(String binding, By by, boolean countPreflight, boolean headers) {

    /** What shares a bucket. */
    public enum By {
        /** The requests of one caller on the route. */
        IP,
        /** The requests of one caller for one path. */
        PATH,
        /** All requests of the route. */
        ROUTE
    }

    /** Reads the block; empty, with a note, where it names no limiter. */
    static Optional<RateLimit> read(Section in) {
        Optional<String> binding = in.required("binding", Expectation.TEXT);
        By by = in.value("by", Expectation.constant(By.class)).orElse(By.IP);
        boolean countPreflight = in.value("countPreflight", Expectation.FLAG).orElse(false);
        boolean headers = in.value("headers", Expectation.ONLY_TRUE).isPresent();
        in.refuseUnknownKeys();
        return binding.map(name -> new RateLimit(name, by, countPreflight, headers));
    }
}
