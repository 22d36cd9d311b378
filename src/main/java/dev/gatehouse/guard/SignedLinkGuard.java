package dev.gatehouse.guard;

import dev.gatehouse.config.model.SignedLink;
import dev.gatehouse.config.model.SignedLink.Bound;
import dev.gatehouse.http.QueryString;
import dev.gatehouse.net.IpAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
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

    /** Under which the key of links that name none is kept; no id is empty. */
    private static final String NO_ID = "";

    private final SignedLink rules;
    private final Map<String, SecretKeySpec> keys;
    private final List<String> missing;
    private final InstantSource clock;

    private SignedLinkGuard(
            SignedLink rules, Map<String, SecretKeySpec> keys, List<String> missing, InstantSource clock) {
        this.rules = rules;
        this.keys = Map.copyOf(keys);
        this.missing = List.copyOf(missing);
        this.clock = clock;
    }

    /** A guard that knows the secrets that are there now. */
    static SignedLinkGuard of(SignedLink rules, GuardResources resources) {
        Map<String, String> names = new HashMap<>(rules.keys());
        if (rules.secretBinding() != null) {
            names.put(NO_ID, rules.secretBinding());
        }
        Map<String, SecretKeySpec> keys = new HashMap<>();
        List<String> missing = new ArrayList<>();
        names.forEach((id, name) -> {
            Optional<String> secret = resources.secrets().apply(name).filter(value -> !value.isEmpty());
            if (secret.isPresent()) {
                keys.put(id, LinkSignature.key(secret.get()));
            } else {
                missing.add(name);
            }
        });
        return new SignedLinkGuard(rules, keys, missing, resources.clock());
    }

    /** The names of secrets that were not found. */
    List<String> missing() {
        return missing;
    }

    @Override
    public Reason reason() {
        return Reason.SIGNED_LINK;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        if (!missing.isEmpty()) {
            return Verdict.Refuse.with(500, Reason.SIGNED_LINK, "signed_link_misconfigured");
        }
        String query = request.head().query();
        String expires = QueryString.single(query, rules.expiresParam());
        String signature = QueryString.single(query, rules.param());
        SecretKeySpec key = key(query);
        boolean valid = key != null
                && expires != null
                && signature != null
                && isDigits(expires)
                && isSigned(key, request, expires, signature)
                && isInTime(expires);
        return valid ? Verdict.PASS : Verdict.Refuse.with(403, Reason.SIGNED_LINK, "signed_link_invalid");
    }

    /** The key that the link names, or the one of links that name none; null where there is no such key. */
    private @Nullable SecretKeySpec key(@Nullable String query) {
        if (rules.keys().isEmpty()) {
            return keys.get(NO_ID);
        }
        String id = QueryString.single(query, rules.keyParam());
        if (id != null) {
            return id.isEmpty() ? null : keys.get(id);
        }
        return QueryString.first(query, rules.keyParam()) == null ? keys.get(NO_ID) : null; // named twice is not none
    }

    private static boolean isDigits(String text) {
        return !text.isEmpty() && text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private boolean isSigned(SecretKeySpec key, GuardedRequest request, String expires, String signature) {
        if (signature.length() > LinkSignature.LENGTH + 1) { // one more for padding that some encoders leave
            return false;
        }
        Map<Bound, String> bound = new EnumMap<>(Bound.class);
        for (Bound what : rules.bind()) {
            String value = value(what, request);
            if (value == null) {
                return false;
            }
            bound.put(what, value);
        }
        byte[] given = decoded(signature);
        return given != null
                && MessageDigest.isEqual(given, LinkSignature.of(key, request.visiblePath(), expires, bound));
    }

    private static @Nullable String value(Bound what, GuardedRequest request) {
        if (what == Bound.METHOD) {
            return request.head().method().toUpperCase(Locale.ROOT);
        }
        IpAddress address = request.address();
        return address == null ? null : address.unmapped().toString();
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
