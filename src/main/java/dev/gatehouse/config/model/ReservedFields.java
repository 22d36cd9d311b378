package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.http.FieldNames;
import java.util.Set;

/** The fields that rules may not touch, since the proxy itself answers for them. */
final class ReservedFields {

    /** A field that a rule for requests may name. */
    static final Expectation<String> REQUEST =
            free("a header name that the proxy does not set itself", Direction.REQUEST);

    /** A field that a rule for responses may write. */
    static final Expectation<String> RESPONSE =
            free("a header name that the proxy does not set itself", Direction.RESPONSE);

    /** A field that a rule for responses may remove. */
    static final Expectation<String> RESPONSE_REMOVAL =
            free("a header name that may be removed from a response", Direction.RESPONSE_REMOVAL);

    private enum Direction {
        REQUEST,
        RESPONSE,
        RESPONSE_REMOVAL
    }

    private static final Set<String> REQUEST_NAMES = Set.of(
            "host",
            "x-forwarded-host",
            "x-forwarded-proto",
            "x-forwarded-for",
            "x-request-id",
            "x-jouska-mirror", // writable, it would pass real traffic off as a copy
            "content-length", // forged lengths and codings are where smuggling starts
            "accept-encoding", // written back, it would leave the rewriter reading compressed bytes
            "upgrade");

    private static final Set<String> RESPONSE_NAMES = Set.of("content-length", "content-encoding", "set-cookie");

    private static final Set<String> NEEDED_IN_RESPONSES = Set.of("location", "content-location", "refresh");

    private ReservedFields() {}

    private static Expectation<String> free(String words, Direction direction) {
        return Expectation.text(
                words,
                name -> FieldNames.isToken(name) && !isReserved(Grammar.lower(name), direction)
                        ? Grammar.lower(name)
                        : null);
    }

    private static boolean isReserved(String name, Direction direction) {
        if (FieldNames.HOP_BY_HOP.contains(name)) {
            return true;
        }
        return switch (direction) {
            case REQUEST -> REQUEST_NAMES.contains(name) || name.startsWith("sec-websocket-");
            case RESPONSE -> RESPONSE_NAMES.contains(name);
            case RESPONSE_REMOVAL -> RESPONSE_NAMES.contains(name) || NEEDED_IN_RESPONSES.contains(name);
        };
    }
}
