package dev.gatehouse.guard;

import dev.gatehouse.config.model.Access;
import dev.gatehouse.config.model.RateLimit;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What guards need beside the route table.
 *
 * @param secrets finds a secret by name; asked when a table is compiled, never while a request waits
 * @param clock the time of day
 * @param tokens makes guards that verify tokens
 * @param limiters makes guards that count
 * @param knowsCountries whether there is anything that tells a caller's country
 */
public record GuardResources(
        Function<String, Optional<String>> secrets,
        InstantSource clock,
        TokenGuards tokens,
        RateGuards limiters,
        boolean knowsCountries) {

    /** Makes guards that count requests. */
    public interface RateGuards {

        /**
         * The guard of a route.
         *
         * @param label the route's id or derived label
         */
        Guard guard(RateLimit rule, String label);

        /** Whether there is a limiter of that name; the guard of a route that names another refuses everything. */
        boolean declares(String limiter);
    }

    /** Makes guards that verify tokens; they need keys that others publish. */
    @FunctionalInterface
    public interface TokenGuards {

        /** One for each kind of token that {@code access} asks for. */
        List<Guard> of(Access access);
    }
}
