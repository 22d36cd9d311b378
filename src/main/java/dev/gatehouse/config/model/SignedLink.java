package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.Optional;

/**
 * How a link proves that it was issued and has not expired.
 *
 * @param secretBinding the name of the secret, never the secret itself
 * @param param the query parameter that holds the signature; {@code sig} by default
 * @param expiresParam the query parameter that holds the expiry; {@code exp} by default, never the same as {@code param}
 */
public record SignedLink(String secretBinding, String param, String expiresParam) {
    /** Reads the block; empty, with a note, where it names no secret. */
    static Optional<SignedLink> read(Section in) {
        Optional<String> secret = in.required("secretBinding", Expectation.TEXT.hidden());
        String param = in.value("param", Grammar.QUERY_NAME).orElse("sig");
        String expiresParam = in.value("expiresParam", Grammar.QUERY_NAME).orElse("exp");
        if (param.equals(expiresParam)) {
            in.fault("signature and expiry in one parameter", "different values of param and expiresParam");
        }
        in.refuseUnknownKeys();
        return secret.map(name -> new SignedLink(name, param, expiresParam));
    }
}
