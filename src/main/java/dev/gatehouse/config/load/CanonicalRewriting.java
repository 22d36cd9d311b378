package dev.gatehouse.config.load;

import dev.gatehouse.config.model.BodyRewrite;
import dev.gatehouse.config.model.HeaderRules;
import dev.gatehouse.config.model.Inject;
import dev.gatehouse.config.model.Replacement;
import dev.gatehouse.config.model.Rewriting;
import java.util.LinkedHashMap;
import java.util.Map;

/** The part of {@link CanonicalJson} that says how messages change. */
final class CanonicalRewriting {

    private CanonicalRewriting() {}

    static void write(Rewriting rewriting, Map<String, Object> route) {
        route.put("rewriteHeaders", rewriting.rewriteHeaders());
        writeRules("requestHeaders", rewriting.requestHeaders(), route);
        writeRules("responseHeaders", rewriting.responseHeaders(), route);
        if (!rewriting.identify().isEmpty()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            rewriting.identify().forEach((name, identity) -> fields.put(name, CanonicalTarget.lower(identity)));
            route.put("identifyOrigin", fields);
        }
        CanonicalJson.put(route, "noStore", rewriting.noStore() ? true : null);
        if (rewriting.body() != null) {
            route.put("bodyRewrite", body(rewriting.body()));
        }
    }

    private static void writeRules(String key, HeaderRules rules, Map<String, Object> route) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("set", rules.set());
        fields.put("remove", rules.remove());
        route.put(key, fields);
    }

    private static Map<String, Object> body(BodyRewrite rewrite) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rewriteLinks", rewrite.rewriteLinks());
        fields.put(
                "replace",
                rewrite.replace().stream().map(CanonicalRewriting::replacement).toList());
        fields.put("contentTypes", rewrite.contentTypes());
        fields.put("rewriteStyles", rewrite.rewriteStyles());
        CanonicalJson.put(fields, "fallbackCharset", rewrite.fallbackCharset());
        fields.put("csp", CanonicalTarget.lower(rewrite.csp()));
        if (rewrite.inject() != null) {
            fields.put("inject", inject(rewrite.inject()));
        }
        return fields;
    }

    private static Map<String, Object> replacement(Replacement replacement) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("from", replacement.from());
        fields.put("to", replacement.to());
        return fields;
    }

    private static Map<String, Object> inject(Inject inject) {
        Map<String, Object> fields = new LinkedHashMap<>();
        CanonicalJson.put(fields, "headStart", inject.headStart());
        CanonicalJson.put(fields, "headEnd", inject.headEnd());
        CanonicalJson.put(fields, "bodyStart", inject.bodyStart());
        CanonicalJson.put(fields, "bodyEnd", inject.bodyEnd());
        return fields;
    }
}
