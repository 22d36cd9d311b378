package dev.gatehouse.guard;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * Refuses callers that present no known key. The table holds digests only; a presented key is hashed and compared with
 * every digest, so that the time taken tells nothing.
 */
final class KeyGuard implements Guard {

    private final List<byte[]> digests;
    private final CredentialField field;

    /**
     * A guard.
     *
     * @param digests SHA-256 of each key, 64 hex digits
     * @param header the field that holds the key, lower case; in {@code authorization} it is a bearer token
     */
    KeyGuard(List<String> digests, String header) {
        this.digests = digests.stream().map(HexFormat.of()::parseHex).toList();
        this.field = new CredentialField(header);
    }

    @Override
    public Reason reason() {
        return Reason.ACCESS;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        String key = field.presented(request.head());
        if (key == null) {
            return refuse("access_missing");
        }
        if (key.length() > KeyDigest.MAX_KEY) {
            return refuse("access_too_long");
        }
        return isKnown(key) ? Verdict.PASS : refuse("access_invalid");
    }

    private boolean isKnown(String key) {
        byte[] digest = Sha256.bytes(key);
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
