package dev.gatehouse.config.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a caller proves who it is. At least one mechanism is there; with several, all must be satisfied.
 *
 * @param cloudflare a token of a Cloudflare Access team; null for none
 * @param jwt a token of any issuer; null for none
 * @param keys the SHA-256 digests of the accepted keys, 64 lower-case hex digits each; empty for none
 * @param header the field that holds the key, lower case; {@code authorization} (a bearer token) by default
 */
public record Access(
        @Nullable CloudflareAccess cloudflare, @Nullable JwtAccess jwt, List<String> keys, String header) {

    /** The field that is read as a bearer token. */
    public static final String AUTHORIZATION = "authorization";

    /** Copies the list. */
    public Access {
        keys = List.copyOf(keys);
    }
}
