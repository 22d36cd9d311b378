package dev.gatehouse.guard.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSVerifier;
import java.text.ParseException;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A token in compact form (RFC 7515, section 7.1), taken apart and not yet believed.
 *
 * <p>Its header is used to find the key and for nothing else: keys that it carries or points to ({@code jwk}, {@code jku},
 * {@code x5c}, {@code x5u}) are never looked at, since whoever forges a token writes its header too. A token with
 * critical extensions ({@code crit}) is none, for we know of no extension.
 *
 * <p>Threads: confined to the request's.
 */
final class SignedToken {

    /** The library's own decoder passes over characters that do not belong into a token; then two texts would be one. */
    private static final Pattern COMPACT = Pattern.compile("[\\w-]+\\.[\\w-]*\\.[\\w-]+");

    private final JWSObject parts;

    private SignedToken(JWSObject parts) {
        this.parts = parts;
    }

    /** Takes {@code text} apart; null where it is no signed token. */
    static @Nullable SignedToken parse(String text) {
        if (!COMPACT.matcher(text).matches()) {
            return null;
        }
        try {
            JWSObject parts = JWSObject.parse(text);
            return parts.getHeader().getCriticalParams() == null ? new SignedToken(parts) : null;
        } catch (ParseException | RuntimeException malformed) {
            return null; // whatever the library makes of it, nothing that a client sends may throw here
        }
    }

    /** What the token says of its own signature. */
    JWSHeader header() {
        return parts.getHeader();
    }

    /** Whether the signature is the one that {@code verifier} has the key for. */
    boolean isSignedFor(JWSVerifier verifier) {
        try {
            return parts.verify(verifier);
        } catch (JOSEException | RuntimeException unverifiable) {
            return false;
        }
    }

    /** What the token says; null where that is no JSON object, or one with a name in it twice. Ask for the signature first. */
    @Nullable
    Map<String, Object> claims() {
        try {
            return parts.getPayload().toJSONObject();
        } catch (RuntimeException malformed) {
            return null;
        }
    }
}
