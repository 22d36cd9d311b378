package dev.gatehouse.config.model;

/**
 * Where a request's id comes from.
 *
 * @param trustInbound whether the caller's own {@code x-request-id} is taken; false by default
 */
public record RequestIdConfig(boolean trustInbound) {

    /** What holds when neither route nor table says. */
    public static final RequestIdConfig DEFAULT = new RequestIdConfig(false);
}
