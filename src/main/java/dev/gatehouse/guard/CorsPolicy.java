package dev.gatehouse.guard;

import dev.gatehouse.config.model.Cors;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.http.NameSet;
import dev.gatehouse.http.RequestHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How browsers of other sites are answered (Fetch standard, section 3.2). It refuses nobody: it tells browsers what scripts
 * may read.
 *
 * <p>Threads: immutable.
 */
public final class CorsPolicy {

    private static final NameSet OWNED = NameSet.of(List.of(
            "access-control-allow-origin",
            "access-control-allow-credentials",
            "access-control-expose-headers",
            "access-control-allow-methods",
            "access-control-allow-headers",
            "access-control-max-age"));

    private static final List<String> DEFAULT_METHODS = List.of("GET", "HEAD", "PUT", "POST", "DELETE", "PATCH");

    private final Cors rules;
    private final boolean anyOrigin;

    /** A policy with the operator's {@code rules}. */
    public CorsPolicy(Cors rules) {
        this.rules = rules;
        this.anyOrigin = rules.origins().contains("*");
    }

    /** Puts what belongs to the policy onto an answer to {@code request}, in place of what an upstream may have said. */
    public void decorate(FieldList answer, RequestHead request) {
        answer.removeAll(OWNED);
        String admitted = admitted(request.header("origin"));
        if (admitted != null) {
            allow(answer, admitted);
            if (!rules.exposeHeaders().isEmpty()) {
                answer.add("Access-Control-Expose-Headers", String.join(", ", rules.exposeHeaders()));
            }
        }
        vary(answer, "Origin");
    }

    /** The whole answer to a preflight. */
    Fields preflight(RequestHead request) {
        FieldList answer = new FieldList(8);
        String admitted = admitted(request.header("origin"));
        if (admitted != null) {
            allow(answer, admitted);
            List<String> methods = rules.allowMethods().isEmpty() ? DEFAULT_METHODS : rules.allowMethods();
            answer.add("Access-Control-Allow-Methods", String.join(", ", methods));
            String asked = request.header("access-control-request-headers");
            if (!rules.allowHeaders().isEmpty()) {
                answer.add("Access-Control-Allow-Headers", String.join(", ", rules.allowHeaders()));
            } else if (asked != null) {
                answer.add("Access-Control-Allow-Headers", asked);
            }
            if (rules.maxAge().isPresent()) {
                answer.add(
                        "Access-Control-Max-Age",
                        Integer.toString(rules.maxAge().getAsInt()));
            }
        }
        answer.add("Vary", "Origin, Access-Control-Request-Headers");
        return answer;
    }

    /** What {@code Access-Control-Allow-Origin} says; null where the origin is not admitted. */
    private @Nullable String admitted(@Nullable String origin) {
        if (origin == null) {
            return null;
        }
        if (anyOrigin) {
            return "*"; // never beside credentials: such a table is refused
        }
        // The opaque origin "null" can be anyone's sandboxed frame, so it is admitted only by name.
        boolean reflected = rules.origins().isEmpty() && !origin.equals("null");
        return reflected || rules.origins().contains(origin) ? origin : null;
    }

    private void allow(FieldList answer, String origin) {
        answer.add("Access-Control-Allow-Origin", origin);
        if (rules.credentials()) {
            answer.add("Access-Control-Allow-Credentials", "true");
        }
    }

    private static void vary(FieldList answer, String name) {
        for (String line : answer.all("Vary")) {
            for (String each : line.split(",", -1)) {
                if (each.strip().equalsIgnoreCase(name) || each.strip().equals("*")) {
                    return;
                }
            }
        }
        answer.add("Vary", name);
    }
}
