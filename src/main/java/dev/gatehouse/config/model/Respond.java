package dev.gatehouse.config.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer given at the edge; nothing is forwarded. */
public sealed interface Respond extends Target {

    /** Further fields of the answer, names in lower case; empty by default. */
    Map<String, String> headers();

    /**
     * Sends the visitor elsewhere.
     *
     * @param to the complete target: a path that begins with one {@code /}, or an http or https URL where {@code external}
     * @param status 301 (default), 302, 303, 307 or 308
     * @param external whether another host is allowed as a target; false by default
     * @param headers further fields, never {@code location}
     */
    record Redirect(String to, int status, boolean external, Map<String, String> headers) implements Respond {

        /** The status of a redirect that names none. */
        public static final int DEFAULT_STATUS = 301;

        /** Copies the map. */
        public Redirect {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }
    }

    /**
     * Answers with a status and perhaps a body.
     *
     * @param status 200 to 599
     * @param contentType the type of the body; null where none was given, never null beside a body
     * @param body the text to send, possibly empty; null for none. None with status 204, 205 and 304.
     * @param headers further fields; {@code contentType} wins over a {@code content-type} among them
     */
    record Status(
            int status,
            @Nullable String contentType,
            @Nullable String body,
            Map<String, String> headers) implements Respond {

        /** Copies the map. */
        public Status {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }
    }
}
