package dev.gatehouse.guard.limit;

import dev.gatehouse.config.model.Limiter;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;

/**
 * The fields that tell a caller about its limit: {@code RateLimit-Policy} and {@code RateLimit}
 * (draft-ietf-httpapi-ratelimit-headers-10), and {@code Retry-After} (RFC 9110, section 10.2.3).
 */
final class RateFields {

    private final Limiter limiter;
    private final String quotedName;
    private final String policy;

    RateFields(Limiter limiter) {
        this.limiter = limiter;
        this.quotedName = '"' + limiter.name() + '"'; // no character of a name needs an escape
        this.policy =
                quotedName + ";q=" + limiter.limit() + ";w=" + limiter.period().toSeconds();
    }

    /** For any answer of the route: the policy, what is left of the window and until when. */
    FieldList state(Tally.Counted tally) {
        long left = Math.max(0, limiter.limit() - tally.used());
        String state = quotedName + ";r=" + left + ";t=" + seconds(tally);
        return new FieldList(3).add("RateLimit-Policy", policy).add("RateLimit", state);
    }

    /** For the refusal of a route that does not tell more. */
    static Fields retryAfter(Tally.Counted tally) {
        return retryAfter(tally, new FieldList(1));
    }

    /** Adds when it is worth asking again. */
    static Fields retryAfter(Tally.Counted tally, FieldList fields) {
        return fields.add("Retry-After", Long.toString(seconds(tally)));
    }

    /** Rounded up: whoever comes back then is not too early. */
    private static long seconds(Tally.Counted tally) {
        return Math.max(1, (tally.millisLeft() + 999) / 1000);
    }
}
