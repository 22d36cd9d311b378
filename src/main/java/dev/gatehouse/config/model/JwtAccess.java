package dev.gatehouse.config.model;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A signed token of any issuer.
 *
 * @param issuer what {@code iss} must be
 * @param jwksUrl where the issuer publishes its keys, an https URL
 * @param audience what {@code aud} must be or contain
 * @param header the field that holds the token, lower case; {@code authorization} (a bearer token) by default
 * @param claims further claims and the values that are accepted for each; empty by default
 */
public record JwtAccess(String issuer, URI jwksUrl, String audience, String header, Map<String, List<String>> claims) {

    /** Copies the claims. */
    public JwtAccess {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        claims.forEach((claim, accepted) -> copy.put(claim, List.copyOf(accepted)));
        claims = Collections.unmodifiableMap(copy);
    }
}
