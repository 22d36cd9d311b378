package dev.gatehouse.config.model;

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
}
