package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.List;
import java.util.Optional;

/** What of a request is hashed to choose the entry of a split. Where it is missing the caller's address stands in. */
public sealed interface HashBy {

    /** The caller's address. */
    record Ip() implements HashBy {}

    /** The path, without the query. */
    record Path() implements HashBy {}

    /** The complete URL. */
    record Url() implements HashBy {}

    /**
     * A request header field.
     *
     * @param name a token, lower case
     */
    record Header(String name) implements HashBy {}

    /**
     * A cookie.
     *
     * @param name a token, as written
     */
    record Cookie(String name) implements HashBy {}

    /**
     * A query parameter.
     *
     * @param name as written
     */
    record Query(String name) implements HashBy {}

    /** Reads the block; empty, with a note, where it is faulty. */
    static Optional<HashBy> read(Section in) {
        Expectation<String> sources = Expectation.oneOf(List.of("ip", "path", "url", "header", "cookie", "query"));
        Optional<HashBy> by = in.required("source", sources).flatMap(source -> switch (source) {
            case "path" -> Optional.of(new Path());
            case "url" -> Optional.of(new Url());
            case "header" -> in.required("header", Grammar.FIELD_NAME).map(Header::new);
            case "cookie" -> in.required("cookie", Grammar.COOKIE_NAME).map(Cookie::new);
            case "query" -> in.required("query", Grammar.QUERY_NAME).map(Query::new);
            default -> Optional.of(new Ip());
        });
        in.refuseUnknownKeys();
        return by;
    }
}
