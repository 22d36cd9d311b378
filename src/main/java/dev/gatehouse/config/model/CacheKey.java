package dev.gatehouse.config.model;

import java.util.List;

/**
 * What tells the stored answers of a route apart, beside scheme, host and path.
 *
 * @param query which query parameters count; all by default
 * @param headers the request fields whose values count, lower case, each once; never {@code authorization} or {@code
 *     cookie}
 */
public record CacheKey(Query query, List<String> headers) {

    /** What holds when the route does not say. */
    public static final CacheKey DEFAULT = new CacheKey(new Query.All(), List.of());

    /** Copies the list. */
    public CacheKey {
        headers = List.copyOf(headers);
    }

    /** Which query parameters count. Names are case-sensitive. */
    public sealed interface Query {

        /** Every one. */
        record All() implements Query {}

        /** None: the query is left out. */
        record None() implements Query {}

        /**
         * Every one but these.
         *
         * @param names at least one
         */
        record Ignore(List<String> names) implements Query {

            /** Copies the list. */
            public Ignore {
                names = List.copyOf(names);
            }
        }

        /**
         * Only these.
         *
         * @param names at least one
         */
        record Include(List<String> names) implements Query {

            /** Copies the list. */
            public Include {
                names = List.copyOf(names);
            }
        }
    }
}
