package dev.gatehouse.rewrite.head;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.NameSet;
import dev.gatehouse.rewrite.BodyRewriter;
import java.util.List;

/**
 * Adapts the head of a response whose body is rewritten: what described the upstream's bytes does not describe ours.
 *
 * <p>Validators go, since a client that kept one would be told that nothing has changed and go on showing what it has, past
 * the rewriter. A content security policy goes, since it names the upstream's hosts.
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
            "content-md5",
            "content-security-policy",
            "content-security-policy-report-only"));

    private RewrittenHeads() {}

    /** Adapts {@code fields}. */
    public static void adapt(FieldList fields, BodyRewriter.Decision.Rewrite rewrite) {
        fields.removeAll(OF_THE_BYTES);
        if (rewrite.contentType() != null) {
            fields.set("Content-Type", rewrite.contentType());
        }
    }
}
