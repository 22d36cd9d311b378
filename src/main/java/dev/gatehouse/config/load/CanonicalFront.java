package dev.gatehouse.config.load;

import dev.gatehouse.config.model.ErrorLook;
import dev.gatehouse.config.model.Front;
import dev.gatehouse.config.model.StatusPage;
import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.net.HostPattern;
import java.util.LinkedHashMap;
import java.util.Map;

/** The part of {@link CanonicalJson} that says what holds in front of all routes. */
final class CanonicalFront {

    private CanonicalFront() {}

    static Map<String, Object> write(Front front) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("https", Expectation.spelled(front.https()));
        front.httpsPort().ifPresent(port -> fields.put("httpsPort", port));
        CanonicalJson.putList(
                fields, "hosts", front.hosts().stream().map(HostPattern::text).toList());
        CanonicalJson.put(fields, "defaultPortOnly", front.defaultPortOnly() ? true : null);
        CanonicalJson.putList(
                fields,
                "reserved",
                front.reserved().stream().map(PathPrefix::text).toList());
        StatusPage status = front.status();
        if (status != null) {
            fields.put("status", status(status));
        }
        CanonicalJson.put(fields, "refuseUnmatched", front.refusesUnmatched() ? true : null);
        CanonicalJson.put(fields, "addNothing", front.addsNothing() ? true : null);
        CanonicalJson.put(fields, "ownErrorCors", front.ownErrorCors() ? true : null);
        if (!front.errors().isEmpty()) {
            Map<String, Object> errors = new LinkedHashMap<>();
            front.errors().forEach((code, look) -> errors.put(code, look(look)));
            fields.put("errors", errors);
        }
        return fields;
    }

    private static Map<String, Object> status(StatusPage page) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("path", page.path());
        fields.put("shape", Expectation.spelled(page.shape()));
        CanonicalJson.put(fields, "secret", page.secret());
        fields.put("ttlMs", page.ttl().toMillis());
        fields.put("version", page.version());
        return fields;
    }

    private static Map<String, Object> look(ErrorLook look) {
        Map<String, Object> fields = new LinkedHashMap<>();
        look.status().ifPresent(status -> fields.put("status", status));
        fields.put("contentType", look.contentType());
        CanonicalJson.put(fields, "body", look.body());
        return fields;
    }
}
