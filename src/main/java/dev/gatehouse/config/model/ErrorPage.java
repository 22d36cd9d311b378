package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the proxy's own failure answer looks like; the status stays as it is.
 *
 * @param body the text to send, never empty
 * @param contentType its type, never empty
 * @param headers further fields, names in lower case; empty by default
 */
public record ErrorPage(String body, String contentType, Map<String, String> headers) {

    /** Copies the map. */
    public ErrorPage {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    private static final Expectation<Integer> STATUS = Expectation.text(
                    "a status from 500 to 599", Pattern.compile("5[0-9]{2}"))
            .as(Integer::valueOf);

    /** Reads the pages of a route. */
    static Map<Integer, ErrorPage> readAll(Section route) {
        Map<Integer, ErrorPage> pages = new LinkedHashMap<>();
        route.sectionMap("errorPages", STATUS)
                .orElse(Map.of())
                .forEach((status, in) -> read(in).ifPresent(page -> pages.put(status, page)));
        return pages;
    }

    private static Optional<ErrorPage> read(Section in) {
        Optional<String> body = in.required("body", Expectation.TEXT);
        Optional<String> contentType = in.required("contentType", Grammar.CONTENT_TYPE);
        Map<String, String> headers =
                in.map("headers", ReservedFields.RESPONSE, Grammar.FIELD_VALUE).orElse(Map.of());
        in.refuseUnknownKeys();
        return body.flatMap(text -> contentType.map(type -> new ErrorPage(text, type, headers)));
    }
}
