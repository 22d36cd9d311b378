package dev.gatehouse.rewrite.head;

import dev.gatehouse.config.model.BodyRewrite;
import dev.gatehouse.config.model.Csp;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.NameSet;
import dev.gatehouse.rewrite.BodyRewriter;
import dev.gatehouse.rewrite.Mount;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adapts the head of a response whose body is rewritten: what described the upstream's bytes does not describe ours.
 *
 * <p>Validators go, since a client that kept one would be told that nothing has changed and go on showing what it has, past
 * the rewriter. A content security policy names the upstream's hosts: it goes, or it is mapped as the links are.
 */
public final class RewrittenHeads {

    private static final NameSet OF_THE_BYTES = NameSet.of(List.of(
            "content-length",
            "content-encoding",
            "etag",
            "last-modified",
            "accept-ranges",
            "digest",
            "content-digest",
            "repr-digest",
            "content-md5"));

    private static final List<String> POLICIES =
            List.of("Content-Security-Policy", "Content-Security-Policy-Report-Only");
    private static final int NONCE_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private RewrittenHeads() {}

    /**
     * Adapts {@code fields}.
     *
     * @param rules the operator's rules
     * @param upstreamPath the path of the response
     * @return the nonce that scripts of the operator need to run on the page; null for none
     */
    public static @Nullable String adapt(
            FieldList fields,
            BodyRewriter.Decision.Rewrite rewrite,
            BodyRewrite rules,
            Mount mount,
            String upstreamPath) {
        fields.removeAll(OF_THE_BYTES);
        if (rewrite.contentType() != null) {
            fields.set("Content-Type", rewrite.contentType());
        }
        boolean places = rules.inject() != null && rewrite.kind() == BodyRewriter.Kind.HTML;
        String nonce = null;
        for (String name : POLICIES) {
            List<String> policies = List.copyOf(fields.all(name));
            fields.remove(name);
            if (rules.csp() == Csp.MAP && !policies.isEmpty()) {
                nonce = places && nonce == null ? nonce() : nonce;
                SecurityPolicy mapping = new SecurityPolicy(mount, upstreamPath, nonce);
                policies.forEach(policy -> fields.add(name, mapping.map(policy)));
            }
        }
        return nonce;
    }

    private static String nonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
