package dev.gatehouse.gateway;

import dev.gatehouse.http.FieldList;
import java.util.List;

/** Keeps every cache on the way from keeping a response (RFC 9111, section 5.2.2.5), whatever the upstream says of it. */
final class NoStore {

    /** Fields that caches of delivery networks heed before {@code Cache-Control} (RFC 9213 and its forerunners). */
    private static final List<String> TARGETED =
            List.of("CDN-Cache-Control", "Cloudflare-CDN-Cache-Control", "Surrogate-Control");

    private static final List<String> FRESHNESS = List.of("Expires", "Age", "Pragma");

    private NoStore() {}

    static void override(FieldList head) {
        head.set("Cache-Control", "no-store");
        for (String name : TARGETED) {
            if (head.first(name) != null) {
                head.set(name, "no-store");
            }
        }
        FRESHNESS.forEach(head::remove);
    }
}
