package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How head and body of a message change on the way.
 *
 * @param rewriteHeaders whether {@code Location}, {@code Content-Location}, {@code Refresh} and {@code Set-Cookie} of the
 *     upstream are mapped onto the proxy; true by default
 * @param requestHeaders fields of the upstream request to remove and to write
 * @param responseHeaders fields of the client response to remove and to write, last of all
 * @param identify fields of the client response that name the origin it came from, by their names in lower case
 * @param noStore whether no cache on the way may keep a response, whatever the upstream says; false by default
 * @param body how bodies change; null where they do not
 */
public record Rewriting(
        boolean rewriteHeaders,
        HeaderRules requestHeaders,
        HeaderRules responseHeaders,
        Map<String, Identity> identify,
        boolean noStore,
        @Nullable BodyRewrite body) {

    /** Copies the map. */
    public Rewriting {
        identify = Collections.unmodifiableMap(new LinkedHashMap<>(identify));
    }

    /** Reads {@code route}, whose gaps {@code defaults} fill; header rules are merged one by one. */
    static Rewriting read(Section route, @Nullable Section defaults) {
        Section all = defaults == null ? route : route.backedBy(defaults);
        return new Rewriting(
                all.value("rewriteHeaders", Expectation.FLAG).orElse(true),
                HeaderRules.readRequest(route, defaults),
                HeaderRules.readResponse(route, defaults),
                all.map("identifyOrigin", Grammar.FIELD_NAME, Expectation.constant(Identity.class))
                        .orElse(Map.of()),
                all.value("noStore", Expectation.ONLY_TRUE).orElse(false),
                all.section("bodyRewrite").map(BodyRewrite::read).orElse(null));
    }
}
