package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import dev.gatehouse.http.FieldNames;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

    private static final Set<String> CREDENTIALS = Set.of("authorization", "cookie");

    private static final Expectation<String> FIELD =
            Expectation.text("a header name other than authorization and cookie", name -> {
                String folded = Grammar.lower(name);
                return !FieldNames.isToken(name) || CREDENTIALS.contains(folded) ? null : folded;
            });

    static CacheKey read(Section in) {
        Query query = in.isObject("query")
                ? in.section("query").map(CacheKey::readSelection).orElse(DEFAULT.query)
                : in.value("query", Expectation.oneOf(List.of("all", "none")))
                        .<Query>map(word -> word.equals("none") ? new Query.None() : new Query.All())
                        .orElse(DEFAULT.query);
        List<String> headers = in.list("headers", 0, Section.UNBOUNDED, FIELD).orElse(List.of());
        in.refuseUnknownKeys();
        return new CacheKey(query, Grammar.distinct(headers));
    }

    private static Query readSelection(Section in) {
        if (in.has("ignore") == in.has("include")) {
            in.fault((in.has("ignore") ? "both" : "neither") + " of ignore and include", "exactly one");
        }
        Optional<Query> ignore =
                in.list("ignore", 1, Section.UNBOUNDED, Expectation.TEXT).map(Query.Ignore::new);
        Optional<Query> include =
                in.list("include", 1, Section.UNBOUNDED, Expectation.TEXT).map(Query.Include::new);
        in.refuseUnknownKeys();
        return ignore.or(() -> include).orElse(DEFAULT.query);
    }
}
