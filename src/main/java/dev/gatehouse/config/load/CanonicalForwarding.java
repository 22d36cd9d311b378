package dev.gatehouse.config.load;

import dev.gatehouse.config.model.Deadlines;
import dev.gatehouse.config.model.ForwardedFields;
import dev.gatehouse.config.model.Forwarding;
import dev.gatehouse.config.model.Limits;
import dev.gatehouse.config.model.Mirror;
import java.util.LinkedHashMap;
import java.util.Map;

/** The part of {@link CanonicalJson} that says how requests are carried. */
final class CanonicalForwarding {

    private CanonicalForwarding() {}

    static void write(Forwarding forwarding, Map<String, Object> route) {
        CanonicalJson.put(route, "allowPrivateUpstream", forwarding.allowPrivateUpstream() ? true : null);
        route.put("scheme", forwarding.scheme().text());
        route.put("stripPrefix", forwarding.stripPrefix());
        Deadlines deadlines = forwarding.deadlines();
        route.put("timeoutMs", deadlines.timeout().toMillis());
        route.put("totalTimeoutMs", deadlines.total().toMillis());
        route.put("firstChunkTimeoutMs", deadlines.firstChunk().toMillis());
        route.put("streamIdleTimeoutMs", deadlines.streamIdle().toMillis());
        route.put("retries", forwarding.retries().count());
        route.put("retryBackoffMs", forwarding.retries().backoff().toMillis());
        route.put("manualRedirect", forwarding.manualRedirect());
        route.put("websocket", forwarding.websocket());
        route.put("forwardedHeaders", forwarded(forwarding.forwarded()));
        route.put("acceptEncoding", forwarding.passesAcceptEncoding() ? "pass" : "strip");
        CanonicalJson.put(route, "deadlineHeader", forwarding.deadlineHeader());
        if (forwarding.limits() != null) {
            route.put("limits", limits(forwarding.limits()));
        }
        if (forwarding.mirror() != null) {
            route.put("mirror", mirror(forwarding.mirror()));
        }
    }

    private static Map<String, Object> forwarded(ForwardedFields forwarded) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("host", CanonicalTarget.lower(forwarded.host()));
        fields.put("proto", CanonicalTarget.lower(forwarded.proto()));
        fields.put("for", CanonicalTarget.lower(forwarded.address()));
        return fields;
    }

    private static Map<String, Object> limits(Limits limits) {
        Map<String, Object> fields = new LinkedHashMap<>();
        limits.retryRatio().ifPresent(ratio -> fields.put("retryRatio", ratio));
        limits.maxInFlight().ifPresent(seats -> fields.put("maxInFlight", seats));
        return fields;
    }

    private static Map<String, Object> mirror(Mirror mirror) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("upstream", mirror.upstream().text());
        fields.put("percent", mirror.percent());
        fields.put("includeBody", mirror.includeBody());
        fields.put("methods", mirror.methods());
        fields.put("timeoutMs", mirror.timeout().toMillis());
        fields.put("compare", mirror.compare());
        return fields;
    }
}
