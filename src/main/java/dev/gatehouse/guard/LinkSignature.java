package dev.gatehouse.guard;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs links: HMAC-SHA256 over the raw path, a line break and the expiry in decimal Unix seconds. */
public final class LinkSignature {

    /** How many characters a signature has: 32 bytes in base64url without padding. */
    static final int LENGTH = 43;

    private LinkSignature() {}

    /** The signature's bytes. */
    static byte[] of(String secret, String path, String expires) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal((path + "\n" + expires).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java platform has HMAC-SHA256", missing);
        }
    }

    /**
     * The signature as it stands in a link.
     *
     * @param path the raw path as the visitor sees it, context path included
     * @param expires Unix seconds
     */
    public static String text(String secret, String path, long expires) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(of(secret, path, Long.toString(expires)));
    }
}
