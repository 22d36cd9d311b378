package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Markup to place in a page, verbatim. At least one anchor is given; together they hold at most {@link #MAX_BYTES}.
 *
 * @param headStart just inside {@code <head>}; null for nothing there
 * @param headEnd just before {@code </head>}; null for nothing there
 * @param bodyStart just inside {@code <body>}; null for nothing there
 * @param bodyEnd just before {@code </body>}; null for nothing there
 */
public record Inject(
        @Nullable String headStart,
        @Nullable String headEnd,
        @Nullable String bodyStart,
        @Nullable String bodyEnd) {

    /** How many bytes the four texts may have together in UTF-8. */
    public static final int MAX_BYTES = 65_536;

    static Inject read(Section in) {
        Inject inject = new Inject(
                in.value("headStart", Expectation.TEXT).orElse(null),
                in.value("headEnd", Expectation.TEXT).orElse(null),
                in.value("bodyStart", Expectation.TEXT).orElse(null),
                in.value("bodyEnd", Expectation.TEXT).orElse(null));
        if (in.keys().isEmpty()) {
            in.fault("no anchor", "at least one of headStart, headEnd, bodyStart and bodyEnd");
        }
        long bytes = inject.bytes();
        if (bytes > MAX_BYTES) {
            in.fault(bytes + " bytes of markup", "at most " + MAX_BYTES + " together");
        }
        in.refuseUnknownKeys();
        return inject;
    }

    private long bytes() {
        return Stream.of(headStart, headEnd, bodyStart, bodyEnd)
                .filter(Objects::nonNull)
                .mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length)
                .sum();
    }
}
