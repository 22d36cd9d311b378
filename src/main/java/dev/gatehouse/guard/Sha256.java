package dev.gatehouse.guard;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4) of texts, as UTF-8. */
public final class Sha256 {

    private Sha256() {}

    /** The digest of {@code text} and of nothing else, 64 lower-case hex digits. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(bytes(text));
    }

    static byte[] bytes(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-256", missing);
        }
    }
}
