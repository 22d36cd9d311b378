package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.List;
import java.util.OptionalInt;

/**
 * How scripts of other sites are answered (Fetch standard, section 3.3).
 *
 * @param origins the origins that are admitted; empty reflects whichever asks
 * @param allowMethods the methods a preflight admits, upper case; empty for GET, HEAD, PUT, POST, DELETE and PATCH
 * @param allowHeaders the fields a preflight admits; empty echoes what it asks for
 * @param exposeHeaders the fields scripts may read; empty for none beyond the standard's
 * @param credentials whether cookies and authorization are admitted; false by default, never with origin {@code *}
 * @param maxAge for how many seconds a preflight may be kept, 0 or more; empty for no word on it
 */
public record Cors(
        List<String> origins,
        List<String> allowMethods,
        List<String> allowHeaders,
        List<String> exposeHeaders,
        boolean credentials,
        OptionalInt maxAge) {

    /** Copies the lists. */
    public Cors {
        origins = List.copyOf(origins);
        allowMethods = List.copyOf(allowMethods);
        allowHeaders = List.copyOf(allowHeaders);
        exposeHeaders = List.copyOf(exposeHeaders);
    }

    static Cors read(Section in) {
        Cors cors = new Cors(
                in.list("origins", 1, Section.UNBOUNDED, Expectation.TEXT).orElse(List.of()),
                Grammar.distinct(in.list("allowMethods", 1, Section.UNBOUNDED, Grammar.METHOD)
                        .orElse(List.of())),
                in.list("allowHeaders", 0, Section.UNBOUNDED, Grammar.FIELD_NAME)
                        .orElse(List.of()),
                in.list("exposeHeaders", 0, Section.UNBOUNDED, Grammar.FIELD_NAME)
                        .orElse(List.of()),
                in.value("credentials", Expectation.FLAG).orElse(false),
                in.value("maxAge", Expectation.integer(0, Integer.MAX_VALUE))
                        .map(OptionalInt::of)
                        .orElse(OptionalInt.empty()));
        if (cors.credentials && cors.origins.contains("*")) {
            in.problem("credentials", "false beside the origin *, for browsers refuse the two together");
        }
        in.refuseUnknownKeys();
        return cors;
    }
}
