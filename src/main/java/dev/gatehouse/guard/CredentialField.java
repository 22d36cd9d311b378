package dev.gatehouse.guard;

import dev.gatehouse.config.model.Access;
import dev.gatehouse.http.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * The field in which a caller presents what proves who it is.
 *
 * @param name lower case; in {@code authorization} the credential is a bearer token (RFC 6750, section 2.1), in any other
 *     field it is the whole value
 */
public record CredentialField(String name) {

    private static final String BEARER = "Bearer ";

    /** Whether the field holds a bearer token. */
    public boolean isBearer() {
        return name.equals(Access.AUTHORIZATION);
    }

    /** What the caller presents; null where it presents nothing, or something of another kind. */
    public @Nullable String presented(RequestHead head) {
        String value = head.header(name);
        if (value == null || !isBearer()) {
            return value;
        }
        return value.regionMatches(true, 0, BEARER, 0, BEARER.length()) ? value.substring(BEARER.length()) : null;
    }
}
