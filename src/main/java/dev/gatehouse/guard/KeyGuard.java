package dev.gatehouse.guard;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses callers that present no known key. The table holds digests only; a presented key is hashed and compared with
 * every digest, so that the time taken tells nothing.
 */
final class KeyGuard implements Guard {

    private static final String BEARER = "Bearer ";

    private final List<byte[]> digests;
    private final String header;

    /**
     * A guard.
     *
     * @param digests SHA-256 of each key, 64 hex digits
     * @param header the field that holds the key, lower case; in {@code authorization} it is a bearer token
     */
    KeyGuard(List<String> digests, String header) {
        this.digests = digests.stream().map(HexFormat.of()::parseHex).toList();
        this.header = header;
    }

    @Override
    public Reason reason() {
        return Reason.ACCESS;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        String key = presented(request.head().header(header));
        if (key == null) {
            return refuse("access_missing");
        }
        if (key.length() > KeyDigest.MAX_KEY) {
            return refuse("access_too_long");
        }
        return isKnown(key) ? Verdict.PASS : refuse("access_invalid");
    }

    private @Nullable String presented(@Nullable String value) {
        if (value == null || !header.equals("authorization")) {
            return value;
        }
        return value.regionMatches(true, 0, BEARER, 0, BEARER.length()) ? value.substring(BEARER.length()) : null;
    }

    private boolean isKnown(String key) {
        byte[] digest = KeyDigest.bytes(key);
        boolean known = false;
        for (byte[] candidate : digests) {
            known |= MessageDigest.isEqual(candidate, digest); // all of them, whatever was found
        }
        return known;
    }

    private static Verdict refuse(String code) {
        return Verdict.Refuse.with(401, Reason.ACCESS, code);
    }
}
