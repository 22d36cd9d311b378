package dev.gatehouse.config.model;

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
}
