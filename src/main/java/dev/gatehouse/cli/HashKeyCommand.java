package dev.gatehouse.cli;

import dev.gatehouse.guard.KeyDigest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Makes an access key, or the digest of one, as {@code access.keys} wants it. */
@Command(
        name = "hash-key",
        mixinStandardHelpOptions = true,
        description = {
            "Print the digest of an access key for access.keys in a route table.",
            "The key is the first line of standard input; the line break is no part of it."
        })
final class HashKeyCommand implements Callable<Integer> {

    private static final int KEY_BYTES = 32;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by the parser
    private GatehouseCommand gatehouse;

    @Option(
            names = "--new",
            description = "Make a key of 32 random bytes and print it too: this is the only time it is shown.")
    private boolean make;

    @Override
    public Integer call() throws IOException {
        String key = make ? random() : given();
        if (make) {
            gatehouse.out().println("key:    " + key);
            gatehouse.out().println("digest: " + KeyDigest.of(key));
        } else {
            gatehouse.out().println(KeyDigest.of(key));
        }
        return 0;
    }

    private static String random() {
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String given() throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String key = input.readLine();
        if (key == null || key.isEmpty()) {
            throw new Refusal("standard input: nothing (expected: a key on the first line)");
        }
        if (key.length() > KeyDigest.MAX_KEY) {
            throw new Refusal("standard input: a key of " + key.length() + " characters (expected: at most "
                    + KeyDigest.MAX_KEY + ", longer ones are refused unread)");
        }
        return key;
    }
}
