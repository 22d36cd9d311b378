package dev.gatehouse.guard;

import dev.gatehouse.config.model.SignedLink;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Refuses links that are not signed over their own path and expiry. The rest of the query rides along unsigned.
 *
 * <p>Whatever could make two readers see different links is refused before any signature is computed: a parameter given
 * twice, an expiry that is not plain digits, a signature of another length.
 */
final class SignedLinkGuard implements Guard {

    private static final long GRACE_SECONDS = 60;
    private static final int MAX_DIGITS = 10;

    private final SignedLink rules;
    private final Function<String, Optional<String>> secrets;
    private final InstantSource clock;

    /**
     * A guard.
     *
     * @param secrets finds a secret by name
     * @param clock tells whether a link has expired
     */
    SignedLinkGuard(SignedLink rules, Function<String, Optional<String>> secrets, InstantSource clock) {
        this.rules = rules;
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        Optional<String> secret = secrets.apply(rules.secretBinding()).filter(value -> !value.isEmpty());
        if (secret.isEmpty()) {
            return Verdict.Refuse.with(500, Reason.SIGNED_LINK, "signed_link_misconfigured");
        }
        String expires = single(request.head().query(), rules.expiresParam());
        String signature = single(request.head().query(), rules.param());
        boolean valid = expires != null
                && signature != null
                && isDigits(expires)
                && isSigned(secret.get(), request.visiblePath(), expires, signature)
                && isInTime(expires);
        return valid ? Verdict.PASS : Verdict.Refuse.with(403, Reason.SIGNED_LINK, "signed_link_invalid");
    }

    /** The value of a parameter that stands in the query once; null where it does not, or more often. */
    private static @Nullable String single(@Nullable String query, String name) {
        String found = null;
        int count = 0;
        for (String pair : (query == null ? "" : query).split("&", -1)) {
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            String decoded = dev.gatehouse.http.QueryString.first(key + "=", name);
            if (decoded != null) {
                count++;
                found = dev.gatehouse.http.QueryString.first(pair, name);
            }
        }
        return count == 1 ? found : null;
    }

    private static boolean isDigits(String text) {
        return !text.isEmpty() && text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean isSigned(String secret, String path, String expires, String signature) {
        if (signature.length() > LinkSignature.LENGTH + 1) { // one more for padding that some encoders leave
            return false;
        }
        byte[] given = decoded(signature);
        byte[] expected = LinkSignature.of(secret, path, expires);
        return given != null && MessageDigest.isEqual(given, expected);
    }

    private static byte @Nullable [] decoded(String signature) {
        try {
            String urlSafe = signature.replace('+', '-').replace('/', '_');
            return Base64.getUrlDecoder().decode(urlSafe.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
    }

    private boolean isInTime(String expires) {
        return clock.instant().toEpochMilli() <= (Long.parseLong(expires) + GRACE_SECONDS) * 1000;
    }
}
