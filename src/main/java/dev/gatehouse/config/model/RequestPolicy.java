package dev.gatehouse.config.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * Which requests a route takes once it has claimed them.
 *
 * @param allowedMethods the methods that pass, upper case; empty for any. Others are refused, not passed on.
 * @param maxBodyBytes how long a body may be, 1 to 524288000 bytes; empty for any length
 */
public record RequestPolicy(List<String> allowedMethods, OptionalLong maxBodyBytes) {

    /** Copies the list. */
    public RequestPolicy {
        allowedMethods = List.copyOf(allowedMethods);
    }
}
