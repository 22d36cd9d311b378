package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a link proves that it was issued and has not expired.
 *
 * @param secretBinding the name of the secret of links that name no key, never the secret itself; null where each must
 * @param param the query parameter that holds the signature; {@code sig} by default
 * @param expiresParam the query parameter that holds the expiry; {@code exp} by default
 * @param keys the names of further secrets by key id; empty by default
 * @param keyParam the query parameter that names the key; {@code kid} by default
 * @param bind what else the signature covers; nothing by default
 */
public record SignedLink(
        @Nullable String secretBinding,
        String param,
        String expiresParam,
        Map<String, String> keys,
        String keyParam,
        List<Bound> bind) {

    /** The query parameter that names the key when the route does not say. */
    public static final String DEFAULT_KEY_PARAM = "kid";

    /** What a link may be bound to beside path and expiry, in the order in which it is signed. */
    public enum Bound {
        /** The method of the request. */
        METHOD,
        /** The caller's address. */
        IP;

        /** The name in tables and signed texts, lower case. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Copies the collections. */
    public SignedLink {
        keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
        bind = List.copyOf(bind);
    }

    /** Reads the block; empty, with a note, where it names no secret. */
    static Optional<SignedLink> read(Section in) {
        Optional<String> secret = in.has("keys")
                ? in.value("secretBinding", Expectation.TEXT.hidden())
                : in.required("secretBinding", Expectation.TEXT.hidden());
        Map<String, String> keys =
                in.map("keys", Grammar.QUERY_NAME, Expectation.TEXT.hidden()).orElse(Map.of());
        String param = in.value("param", Grammar.QUERY_NAME).orElse("sig");
        String expiresParam = in.value("expiresParam", Grammar.QUERY_NAME).orElse("exp");
        String keyParam = in.value("keyParam", Grammar.QUERY_NAME).orElse(DEFAULT_KEY_PARAM);
        List<Bound> bind = Grammar.distinct(in.list("bind", 1, Section.UNBOUNDED, Expectation.constant(Bound.class))
                .orElse(List.of()));
        if (param.equals(expiresParam)) {
            in.fault("signature and expiry in one parameter", "different values of param and expiresParam");
        }
        if (!keys.isEmpty() && (keyParam.equals(param) || keyParam.equals(expiresParam))) {
            in.fault("key and signature or expiry in one parameter", "a keyParam of its own");
        }
        if (secret.isEmpty() && keys.isEmpty() && in.has("keys")) {
            in.problem("keys", "at least one key, or a secretBinding");
        }
        in.refuseUnknownKeys();
        return secret.isEmpty() && keys.isEmpty()
                ? Optional.empty()
                : Optional.of(new SignedLink(secret.orElse(null), param, expiresParam, keys, keyParam, bind));
    }
}
