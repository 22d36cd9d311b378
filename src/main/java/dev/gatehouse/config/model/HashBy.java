package dev.gatehouse.config.model;

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
}
