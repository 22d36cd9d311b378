package dev.gatehouse.guard;

import dev.gatehouse.config.model.SignedLink.Bound;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs links: HMAC-SHA256 (RFC 2104) over the raw path, a line break and the expiry in decimal Unix seconds. Where a link
 * is bound to more, each thing stands on a line of its own after these, {@code method=GET} or {@code ip=192.0.2.1}.
 */
public final class LinkSignature {

    private static final String ALGORITHM = "HmacSHA256";

    /** How many characters a signature has: 32 bytes in base64url without padding. */
    static final int LENGTH = 43;

    private LinkSignature() {}

    /** The key that {@code secret} is. */
    static SecretKeySpec key(String secret) {
        return new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    /** The signature's bytes. */
    static byte[] of(SecretKeySpec key, String path, String expires, Map<Bound, String> bound) {
        StringBuilder text = new StringBuilder(path).append('\n').append(expires);
        for (Bound what : Bound.values()) { // in this order, whatever the map's is
            String value = bound.get(what);
            if (value != null) {
                text.append('\n').append(what.text()).append('=').append(value);
            }
        }
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java platform has HMAC-SHA256", missing);
        }
    }

    /**
     * The signature as it stands in a link.
     *
     * @param secret not empty
     * @param path the raw path as the visitor sees it, context path included
     * @param expires Unix seconds
     * @param bound what else the link holds for: the method in upper case, the address in its canonical form
     */
    public static String text(String secret, String path, long expires, Map<Bound, String> bound) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(of(key(secret), path, Long.toString(expires), bound));
    }
}
