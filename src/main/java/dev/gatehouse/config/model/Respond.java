package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

        private static final Expectation<Integer> STATUS = Expectation.oneOf(301, 302, 303, 307, 308);

        /** Copies the map. */
        public Redirect {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }

        private static Optional<Target> read(Section in, Map<String, String> headers) {
            boolean external = in.value("allowExternal", Expectation.ONLY_TRUE).isPresent();
            Expectation<String> to = Expectation.text(
                    "a path that begins with one /, or beside allowExternal an http or https URL",
                    text -> (external ? isExternal(text) : isLocal(text)) ? text : null);
            int status = in.value("status", STATUS).orElse(DEFAULT_STATUS);
            Optional<Target> redirect =
                    in.required("to", to).map(target -> new Redirect(target, status, external, headers));
            in.refuseUnknownKeys();
            return redirect;
        }

        /** Browsers read {@code //} and {@code /\\} as the beginning of another host, and skip control characters. */
        private static boolean isLocal(String to) {
            return to.startsWith("/") && !to.startsWith("//") && isPlain(to);
        }

        private static boolean isExternal(String to) {
            try {
                URI target = new URI(to);
                return isPlain(to)
                        && target.getHost() != null
                        && ("http".equalsIgnoreCase(target.getScheme())
                                || "https".equalsIgnoreCase(target.getScheme()));
            } catch (URISyntaxException notAUrl) {
                return false;
            }
        }

        private static boolean isPlain(String to) {
            return to.chars().noneMatch(c -> c == '\\' || Character.isISOControl(c));
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

        private static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);

        /** Copies the map. */
        public Status {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }

        private static Optional<Target> read(Section in, Map<String, String> headers) {
            Optional<Integer> status = in.value("status", Expectation.integer(200, 599));
            Optional<String> contentType = in.value("contentType", Grammar.CONTENT_TYPE);
            Optional<String> body = in.value("body", Expectation.ANY_TEXT);
            if (in.has("body") && in.has("redirect")) {
                in.fault("body", "a body beside a redirect", "none");
            } else if (in.has("body") && status.filter(WITHOUT_BODY::contains).isPresent()) {
                in.fault("body", "a body with status " + status.get(), "none, it cannot have one");
            } else if (in.has("body") && !in.has("contentType")) {
                in.missing("contentType", "the media type of the body");
            }
            if (in.has("contentType") && in.has("redirect")) {
                in.problem("contentType", "none beside a redirect");
            }
            return status.map(number -> new Status(number, contentType.orElse(null), body.orElse(null), headers));
        }
    }

    /** Reads the block; empty, with a note, where it is faulty. */
    static Optional<Target> read(Section in) {
        if (in.has("redirect") == in.has("status")) {
            in.fault("redirect and status " + (in.has("status") ? "together" : "both missing"), "exactly one of them");
        }
        Map<String, String> headers =
                in.map("headers", ReservedFields.RESPONSE, Grammar.FIELD_VALUE).orElse(Map.of());
        Optional<Target> redirect = in.section("redirect").flatMap(to -> Redirect.read(to, headers));
        if (in.has("redirect") && headers.containsKey("location")) {
            in.problem("headers", "no location beside a redirect");
        }
        Optional<Target> status = Status.read(in, headers);
        in.refuseUnknownKeys();
        return redirect.or(() -> status);
    }
}
