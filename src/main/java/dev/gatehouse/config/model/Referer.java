package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import dev.gatehouse.net.HostPattern;
import java.util.List;

/**
 * Which pages may link to a route.
 *
 * @param allow the hosts of those pages, at least one
 * @param allowEmpty whether a request without the field is let in; true by default
 * @param onRefuse the status of a refusal: 403 (default) or 404
 */
public record Referer(List<HostPattern> allow, boolean allowEmpty, int onRefuse) {

    /** The status of a refusal that names none. */
    public static final int DEFAULT_STATUS = 403;

    /** Copies the list. */
    public Referer {
        allow = List.copyOf(allow);
    }

    static Referer read(Section in) {
        if (!in.has("allow")) {
            in.missing("allow", "a list of at least one host");
        }
        Referer referer = new Referer(
                in.list("allow", 1, Section.UNBOUNDED, Grammar.HOST).orElse(List.of()),
                in.value("allowEmpty", Expectation.FLAG).orElse(true),
                in.value("onRefuse", Expectation.oneOf(403, 404)).orElse(DEFAULT_STATUS));
        in.refuseUnknownKeys();
        return referer;
    }
}
