package dev.gatehouse.config.load;

import dev.gatehouse.config.model.Access;
import dev.gatehouse.config.model.CloudflareAccess;
import dev.gatehouse.config.model.Cors;
import dev.gatehouse.config.model.FetchMetadata;
import dev.gatehouse.config.model.ForwardAuth;
import dev.gatehouse.config.model.Guards;
import dev.gatehouse.config.model.IpRules;
import dev.gatehouse.config.model.JwtAccess;
import dev.gatehouse.config.model.RateLimit;
import dev.gatehouse.config.model.Referer;
import dev.gatehouse.config.model.RequestPolicy;
import dev.gatehouse.config.model.SignedLink;
import dev.gatehouse.config.model.TokenAlgorithm;
import dev.gatehouse.net.HostPattern;
import dev.gatehouse.net.IpRange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The part of {@link CanonicalJson} that says what may refuse a request. */
final class CanonicalGuards {

    private CanonicalGuards() {}

    static void write(Guards guards, Map<String, Object> route) {
        route.put("blockCountries", guards.geo().blockCountries());
        CanonicalJson.putList(route, "allowCountries", guards.geo().allowCountries());
        put(route, "cors", guards.cors(), CanonicalGuards::cors);
        put(route, "requestPolicy", guards.requestPolicy(), CanonicalGuards::policy);
        put(route, "ip", guards.ip(), CanonicalGuards::ip);
        put(route, "referer", guards.referer(), CanonicalGuards::referer);
        put(route, "fetchMetadata", guards.fetchMetadata(), CanonicalGuards::fetchMetadata);
        put(route, "rateLimit", guards.rateLimit(), CanonicalGuards::rateLimit);
        put(route, "signedLink", guards.signedLink(), CanonicalGuards::signedLink);
        put(route, "access", guards.access(), CanonicalGuards::access);
        put(route, "forwardAuth", guards.forwardAuth(), CanonicalGuards::forwardAuth);
    }

    private static <T> void put(
            Map<String, Object> fields, String key, @Nullable T block, Function<T, Map<String, Object>> writing) {
        if (block != null) {
            fields.put(key, writing.apply(block));
        }
    }

    private static Map<String, Object> cors(Cors cors) {
        Map<String, Object> fields = new LinkedHashMap<>();
        CanonicalJson.putList(fields, "origins", cors.origins());
        CanonicalJson.putList(fields, "allowMethods", cors.allowMethods());
        fields.put("allowHeaders", cors.allowHeaders());
        fields.put("exposeHeaders", cors.exposeHeaders());
        fields.put("credentials", cors.credentials());
        cors.maxAge().ifPresent(seconds -> fields.put("maxAge", seconds));
        return fields;
    }

    private static Map<String, Object> policy(RequestPolicy policy) {
        Map<String, Object> fields = new LinkedHashMap<>();
        CanonicalJson.putList(fields, "allowedMethods", policy.allowedMethods());
        policy.maxBodyBytes().ifPresent(bytes -> fields.put("maxBodyBytes", bytes));
        return fields;
    }

    private static Map<String, Object> ip(IpRules rules) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("allow", rules.allow().stream().map(IpRange::toString).toList());
        fields.put("deny", rules.deny().stream().map(IpRange::toString).toList());
        return fields;
    }

    private static Map<String, Object> referer(Referer referer) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("allow", referer.allow().stream().map(HostPattern::text).toList());
        fields.put("allowEmpty", referer.allowEmpty());
        fields.put("onRefuse", referer.onRefuse());
        return fields;
    }

    private static Map<String, Object> fetchMetadata(FetchMetadata rules) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sites", rules.sites());
        fields.put("allowNavigation", rules.allowNavigation());
        fields.put("allowMissing", rules.allowMissing());
        return fields;
    }

    private static Map<String, Object> rateLimit(RateLimit limit) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("binding", limit.binding());
        fields.put("by", CanonicalTarget.lower(limit.by()));
        fields.put("countPreflight", limit.countPreflight());
        CanonicalJson.put(fields, "headers", limit.headers() ? true : null);
        return fields;
    }

    private static Map<String, Object> signedLink(SignedLink link) {
        Map<String, Object> fields = new LinkedHashMap<>();
        CanonicalJson.put(fields, "secretBinding", link.secretBinding());
        fields.put("param", link.param());
        fields.put("expiresParam", link.expiresParam());
        if (!link.keys().isEmpty()) {
            fields.put("keys", link.keys());
            fields.put("keyParam", link.keyParam());
        }
        CanonicalJson.putList(
                fields, "bind", link.bind().stream().map(SignedLink.Bound::text).toList());
        return fields;
    }

    private static Map<String, Object> access(Access access) {
        Map<String, Object> fields = new LinkedHashMap<>();
        put(fields, "cloudflare", access.cloudflare(), CanonicalGuards::cloudflare);
        put(fields, "jwt", access.jwt(), CanonicalGuards::jwt);
        CanonicalJson.putList(fields, "keys", access.keys());
        fields.put("header", access.header());
        return fields;
    }

    private static Map<String, Object> cloudflare(CloudflareAccess access) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("team", access.team());
        fields.put("audience", access.audience());
        CanonicalJson.putList(fields, "emails", access.emails());
        return fields;
    }

    private static Map<String, Object> jwt(JwtAccess access) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("issuer", access.issuer());
        fields.put("jwksUrl", access.jwksUrl().toString());
        fields.put("audience", access.audience());
        fields.put("header", access.header());
        fields.put(
                "algorithms",
                access.algorithms().stream().map(TokenAlgorithm::name).toList());
        fields.put("claims", access.claims());
        fields.put("copyClaims", access.copyClaims());
        return fields;
    }

    private static Map<String, Object> forwardAuth(ForwardAuth auth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("url", auth.url().toString());
        fields.put("copyRequestHeaders", auth.copyRequestHeaders());
        CanonicalJson.putList(fields, "copyResponseHeaders", auth.copyResponseHeaders());
        fields.put("timeoutMs", auth.timeout().toMillis());
        CanonicalJson.put(fields, "failOpen", auth.failOpen() ? true : null);
        return fields;
    }
}
