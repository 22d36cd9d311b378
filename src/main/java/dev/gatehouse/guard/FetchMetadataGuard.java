package dev.gatehouse.guard;

import dev.gatehouse.config.model.FetchMetadata;
import dev.gatehouse.http.RequestHead;
import java.util.List;

/**
 * Refuses requests that pages of other sites made a browser send (W3C Fetch Metadata Request Headers): forged forms,
 * embedded scripts, probing frames. Browsers fill in these fields themselves, so a page cannot lie; a program can.
 */
final class FetchMetadataGuard implements Guard {

    /** What a navigation can be for without showing a page of ours inside one of theirs. */
    private static final List<String> EMBEDDING = List.of("object", "embed", "iframe", "frame");

    private final FetchMetadata rules;

    FetchMetadataGuard(FetchMetadata rules) {
        this.rules = rules;
    }

    @Override
    public Reason reason() {
        return Reason.FETCH_METADATA;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        RequestHead head = request.head();
        String site = head.header("sec-fetch-site");
        boolean admitted = site == null
                ? rules.allowMissing()
                : rules.sites().contains(site) || rules.allowNavigation() && isNavigation(head);
        return admitted ? Verdict.PASS : Verdict.Refuse.with(403, Reason.FETCH_METADATA, "fetch_metadata_forbidden");
    }

    private static boolean isNavigation(RequestHead head) {
        boolean harmless = head.method().equals("GET") || head.method().equals("HEAD");
        String dest = head.header("sec-fetch-dest");
        return harmless
                && "navigate".equals(head.header("sec-fetch-mode"))
                && !EMBEDDING.contains(dest == null ? "" : dest);
    }
}
