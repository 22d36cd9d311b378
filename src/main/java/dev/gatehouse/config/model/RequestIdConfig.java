package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;

/**
 * Where a request's id comes from.
 *
 * @param trustInbound whether the caller's own {@code x-request-id} is taken; false by default
 */
public record RequestIdConfig(boolean trustInbound) {

    /** What holds when neither route nor table says. */
    public static final RequestIdConfig DEFAULT = new RequestIdConfig(false);

    static RequestIdConfig read(Section in) {
        boolean trustInbound = in.value("trustInbound", Expectation.FLAG).orElse(false);
        in.refuseUnknownKeys();
        return new RequestIdConfig(trustInbound);
    }
}
