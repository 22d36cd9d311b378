package dev.gatehouse.guard.jwt;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a token must say (RFC 7519, section 4.1). The times are taken to the letter, without leeway: a token is valid from
 * {@code nbf} on and no longer at {@code exp}.
 *
 * @param issuer what {@code iss} must be
 * @param audience what {@code aud} must be or contain
 * @param emails whom the token may have been issued to, compared without the case of ASCII letters; empty for any
 * @param accepted further claims, each with the values of which it must be or contain one
 */
record ClaimRules(String issuer, String audience, List<String> emails, Map<String, List<String>> accepted) {

    /** Brings addresses into the form in which they are compared. */
    ClaimRules {
        emails = emails.stream().map(ClaimRules::folded).toList();
    }

    /** How a token stands. */
    enum Standing {
        /** It is valid, and for this caller and place. */
        ACCEPTED,
        /** It is not valid: expired, not valid yet, or of another issuer. */
        INVALID,
        /** It is valid, but for somebody else or somewhere else. */
        FORBIDDEN
    }

    /** Judges the claims of a token whose signature has been verified. */
    Standing judge(Map<String, Object> claims, Instant now) {
        if (!issuer.equals(claims.get("iss")) || !isInTime(claims, now)) {
            return Standing.INVALID;
        }
        boolean admitted = isOrContains(claims.get("aud"), audience)
                && (emails.isEmpty() || isListed(claims.get("email")))
                && accepted.entrySet().stream().allMatch(rule -> has(claims.get(rule.getKey()), rule.getValue()));
        return admitted ? Standing.ACCEPTED : Standing.FORBIDDEN;
    }

    /** Seconds since 1970, perhaps with a fraction. A token that never expires could never be taken back, so it is none. */
    private static boolean isInTime(Map<String, Object> claims, Instant now) {
        double seconds = now.toEpochMilli() / 1000.0;
        Object begin = claims.get("nbf");
        boolean begun = !claims.containsKey("nbf") || begin instanceof Number from && from.doubleValue() <= seconds;
        return begun
                && claims.get("exp") instanceof Number end
                && Double.isFinite(end.doubleValue())
                && seconds < end.doubleValue();
    }

    private static boolean isOrContains(@Nullable Object claim, String text) {
        return text.equals(claim) || claim instanceof List<?> list && list.contains(text);
    }

    private boolean isListed(@Nullable Object email) {
        return email instanceof String address && emails.contains(folded(address));
    }

    /** Case is folded in ASCII only: beyond it several letters fold into one, and so would several people. */
    private static String folded(String address) {
        return address.chars().allMatch(c -> c < 0x80) ? address.toLowerCase(Locale.ROOT) : address;
    }

    private static boolean has(@Nullable Object claim, List<String> values) {
        return ClaimText.values(claim).stream().anyMatch(values::contains);
    }
}
