package dev.gatehouse.guard;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What a route table holds in place of an access key: SHA-256 of the key's text and of nothing else. */
public final class KeyDigest {

    /** How many characters a key may have; a longer one is refused before it is hashed. */
    public static final int MAX_KEY = 512;

    private KeyDigest() {}

    /** The digest as it stands in a table, 64 lower-case hex digits. */
    public static String of(String key) {
        return HexFormat.of().formatHex(bytes(key));
    }

    static byte[] bytes(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-256", missing);
        }
    }
}
