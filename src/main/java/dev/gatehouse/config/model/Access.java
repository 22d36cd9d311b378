package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a caller proves who it is. At least one mechanism is there; with several, all must be satisfied.
 *
 * @param cloudflare a token of a Cloudflare Access team; null for none
 * @param jwt a token of any issuer; null for none
 * @param keys the SHA-256 digests of the accepted keys, 64 lower-case hex digits each; empty for none
 * @param header the field that holds the key, lower case; {@code authorization} (a bearer token) by default
 */
public record Access(
        @Nullable CloudflareAccess cloudflare, @Nullable JwtAccess jwt, List<String> keys, String header) {

    /** The field that is read as a bearer token. */
    public static final String AUTHORIZATION = "authorization";

    /** Copies the list. */
    public Access {
        keys = List.copyOf(keys);
    }

    private static final Expectation<String> DIGEST = Expectation.text(
                    "a SHA-256 digest of 64 lower-case hex digits, never the key itself",
                    Pattern.compile("[0-9a-f]{64}"))
            .hidden();

    static Access read(Section in) {
        if (!in.has("cloudflare") && !in.has("jwt") && !in.has("keys")) {
            in.fault("no mechanism", "cloudflare, jwt or keys");
        }
        Access access = new Access(
                in.section("cloudflare").flatMap(CloudflareAccess::read).orElse(null),
                in.section("jwt").flatMap(JwtAccess::read).orElse(null),
                Grammar.distinct(in.list("keys", 1, Section.UNBOUNDED, DIGEST).orElse(List.of())),
                in.value("header", Grammar.FIELD_NAME).orElse(AUTHORIZATION));
        if (access.jwt != null && !access.keys.isEmpty() && access.jwt.header().equals(access.header)) {
            in.fault("key and token in one header, " + access.header, "a header of its own for each");
        }
        in.refuseUnknownKeys();
        return access;
    }
}
