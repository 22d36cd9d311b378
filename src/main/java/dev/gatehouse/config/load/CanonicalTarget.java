package dev.gatehouse.config.load;

import dev.gatehouse.config.model.Failover;
import dev.gatehouse.config.model.FailureKind;
import dev.gatehouse.config.model.HashBy;
import dev.gatehouse.config.model.Outlier;
import dev.gatehouse.config.model.Pool;
import dev.gatehouse.config.model.Respond;
import dev.gatehouse.config.model.SplitEntry;
import dev.gatehouse.config.model.Target;
import dev.gatehouse.config.model.UpstreamRef;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The part of {@link CanonicalJson} that says where a route leads. */
final class CanonicalTarget {

    private CanonicalTarget() {}

    static void write(Target target, Map<String, Object> route) {
        if (target instanceof Target.Single single) {
            route.put("upstream", single.upstream().text());
        } else if (target instanceof Target.Candidates candidates) {
            route.put(
                    "upstreams",
                    candidates.upstreams().stream().map(UpstreamRef::text).toList());
            writeWalk(candidates.failover(), candidates.outlier(), route);
        } else if (target instanceof Target.Split split) {
            writeSplit(split, route);
        } else if (target instanceof Pool pool) {
            route.put("pool", CanonicalPool.write(pool));
        } else if (target instanceof Respond respond) {
            route.put("respond", respond(respond));
        }
    }

    private static void writeSplit(Target.Split split, Map<String, Object> route) {
        route.put(
                "trafficSplit",
                split.entries().stream().map(CanonicalTarget::entry).toList());
        writeWalk(split.failover(), split.outlier(), route);
        if (split.stickyBy() != null) {
            route.put("stickyBy", lower(split.stickyBy()));
        }
        route.put("hashBy", hashBy(split.hashBy()));
        route.put("hashType", lower(split.hashType()));
    }

    private static Map<String, Object> entry(SplitEntry entry) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("upstream", entry.upstream().text());
        fields.put("weight", entry.weight());
        return fields;
    }

    private static void writeWalk(Failover failover, Outlier outlier, Map<String, Object> route) {
        Map<String, Object> walk = new LinkedHashMap<>();
        walk.put("on", failures(failover.on()));
        walk.put("maxAttempts", failover.maxAttempts());
        route.put("failover", walk);
        Map<String, Object> ejection = new LinkedHashMap<>();
        ejection.put("consecutiveFailures", outlier.consecutiveFailures());
        ejection.put("ejectSeconds", outlier.ejection().toSeconds());
        route.put("outlier", ejection);
    }

    private static Map<String, Object> hashBy(HashBy by) {
        if (by instanceof HashBy.Header header) {
            return source("header", header.name());
        } else if (by instanceof HashBy.Cookie cookie) {
            return source("cookie", cookie.name());
        } else if (by instanceof HashBy.Query query) {
            return source("query", query.name());
        } else if (by instanceof HashBy.Path) {
            return Map.of("source", "path");
        }
        return Map.of("source", by instanceof HashBy.Url ? "url" : "ip");
    }

    private static Map<String, Object> source(String source, String name) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("source", source);
        fields.put(source, name);
        return fields;
    }

    private static Map<String, Object> respond(Respond respond) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (respond instanceof Respond.Redirect redirect) {
            Map<String, Object> to = new LinkedHashMap<>();
            to.put("to", redirect.to());
            to.put("status", redirect.status());
            CanonicalJson.put(to, "allowExternal", redirect.external() ? true : null);
            fields.put("redirect", to);
        } else if (respond instanceof Respond.Status status) {
            fields.put("status", status.status());
            CanonicalJson.put(fields, "contentType", status.contentType());
            CanonicalJson.put(fields, "body", status.body());
        }
        fields.put("headers", respond.headers());
        return fields;
    }

    static List<String> failures(Collection<FailureKind> kinds) {
        return kinds.stream().map(FailureKind::text).toList();
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
