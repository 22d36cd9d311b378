package dev.gatehouse.guard;

/** What a route table holds in place of an access key: SHA-256 of the key's text and of nothing else. */
public final class KeyDigest {

    /** How many characters a key may have; a longer one is refused before it is hashed. */
    public static final int MAX_KEY = 512;

    private KeyDigest() {}

    /** The digest as it stands in a table, 64 lower-case hex digits. */
    public static String of(String key) {
        return Sha256.hex(key);
    }
}
