package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Node;
import dev.gatehouse.config.tree.Section;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A signed token of any issuer.
 *
 * @param issuer what {@code iss} must be
 * @param jwksUrl where the issuer publishes its keys, an https URL
 * @param audience what {@code aud} must be or contain
 * @param header the field that holds the token, lower case; {@code authorization} (a bearer token) by default
 * @param algorithms how it may be signed; {@code RS256} by default
 * @param claims further claims and the values that are accepted for each; empty by default
 * @param copyClaims fields of the upstream request, lower case, and the claim that each is given; empty by default
 */
public record JwtAccess(
        String issuer,
        URI jwksUrl,
        String audience,
        String header,
        List<TokenAlgorithm> algorithms,
        Map<String, List<String>> claims,
        Map<String, String> copyClaims) {

    /** How a token is signed when the route does not say. */
    public static final List<TokenAlgorithm> DEFAULT_ALGORITHMS = List.of(TokenAlgorithm.RS256);

    /** Copies lists and maps. */
    public JwtAccess {
        algorithms = List.copyOf(algorithms);
        copyClaims = Collections.unmodifiableMap(new LinkedHashMap<>(copyClaims));
        Map<String, List<String>> copy = new LinkedHashMap<>();
        claims.forEach((claim, accepted) -> copy.put(claim, List.copyOf(accepted)));
        claims = Collections.unmodifiableMap(copy);
    }

    private static final Expectation<TokenAlgorithm> ALGORITHM =
            Expectation.constant(TokenAlgorithm.class, TokenAlgorithm::name);

    private static final Expectation<List<String>> ACCEPTED =
            new Expectation<>("text, or a list of at least one text", false, JwtAccess::accepted);

    /** Reads the block; empty, with a note, where something is missing that has no default. */
    static Optional<JwtAccess> read(Section in) {
        Optional<String> issuer = in.required("issuer", Expectation.TEXT);
        Optional<URI> jwksUrl = in.required("jwksUrl", ServiceUrl.HTTPS);
        Optional<String> audience = in.required("audience", Expectation.TEXT);
        String header = in.value("header", Grammar.FIELD_NAME).orElse(Access.AUTHORIZATION);
        List<TokenAlgorithm> algorithms = Grammar.distinct(
                in.list("algorithms", 1, Section.UNBOUNDED, ALGORITHM).orElse(DEFAULT_ALGORITHMS));
        Map<String, List<String>> claims =
                in.map("claims", Expectation.TEXT, ACCEPTED).orElse(Map.of());
        Map<String, String> copies =
                in.map("copyClaims", ReservedFields.REQUEST, Expectation.TEXT).orElse(Map.of());
        in.refuseUnknownKeys();
        return issuer.flatMap(i -> jwksUrl.flatMap(
                url -> audience.map(a -> new JwtAccess(i, url, a, header, algorithms, claims, copies))));
    }

    private static @Nullable List<String> accepted(Node node) {
        if (node instanceof Node.TextNode text) {
            return List.of(text.value());
        }
        if (!(node instanceof Node.ListNode list) || list.entries().isEmpty()) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        for (Node entry : list.entries()) {
            if (!(entry instanceof Node.TextNode text)) {
                return null;
            }
            texts.add(text.value());
        }
        return texts;
    }
}
