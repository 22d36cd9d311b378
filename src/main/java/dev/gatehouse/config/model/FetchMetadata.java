package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.List;

/**
 * Which sites may make a browser send requests, by what the browser says in {@code Sec-Fetch-Site} (W3C Fetch Metadata).
 *
 * @param sites the relations that are let in: {@code same-origin}, {@code same-site}, {@code none} (the visitor's own doing)
 *     and {@code cross-site}; all but the last by default
 * @param allowNavigation whether following a plain link from another site is let in; true by default
 * @param allowMissing whether a request that says nothing is let in, as those of programs and old browsers do; true by
 *     default
 */
public record FetchMetadata(List<String> sites, boolean allowNavigation, boolean allowMissing) {

    /** The relations that are let in when the route does not say. */
    public static final List<String> DEFAULT_SITES = List.of("same-origin", "same-site", "none");

    /** Copies the list. */
    public FetchMetadata {
        sites = List.copyOf(sites);
    }

    private static final Expectation<String> SITE =
            Expectation.oneOf(List.of("same-origin", "same-site", "none", "cross-site"));

    static FetchMetadata read(Section in) {
        FetchMetadata rules = new FetchMetadata(
                Grammar.distinct(in.list("sites", 1, Section.UNBOUNDED, SITE).orElse(DEFAULT_SITES)),
                in.value("allowNavigation", Expectation.FLAG).orElse(true),
                in.value("allowMissing", Expectation.FLAG).orElse(true));
        in.refuseUnknownKeys();
        return rules;
    }
}
