package dev.gatehouse.config.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

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
}
