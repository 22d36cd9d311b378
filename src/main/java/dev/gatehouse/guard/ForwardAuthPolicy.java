package dev.gatehouse.guard;

import dev.gatehouse.config.model.ForwardAuth;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.net.IpAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How another server is asked whether a request may go on, and what its answer means. The asking itself is not done here.
 *
 * <p>Threads: immutable.
 */
public final class ForwardAuthPolicy {

    /** Counts how many such questions a request is itself part of, so that servers that ask each other come to an end. */
    private static final String DEPTH = "x-gatehouse-auth-depth";

    /** How many questions may hang on one another. */
    private static final int MAX_DEPTH = 3;

    private final ForwardAuth rules;

    ForwardAuthPolicy(ForwardAuth rules) {
        this.rules = rules;
    }

    /** What the operator wrote. */
    public ForwardAuth rules() {
        return rules;
    }

    /** Whether {@code request} belongs to a chain of questions that is too long to be anything but a circle. */
    public boolean isCircle(RequestHead request) {
        return depth(request) >= MAX_DEPTH;
    }

    private static int depth(RequestHead request) {
        String value = request.header(DEPTH);
        if (value == null) {
            return 0;
        }
        boolean isDigit = value.length() == 1 && value.charAt(0) >= '0' && value.charAt(0) <= '9';
        return isDigit ? value.charAt(0) - '0' : MAX_DEPTH; // whatever it is, it is not ours
    }

    /**
     * The field lines of the question but for its {@code Host}: those the operator names, and what is asked about.
     *
     * @param address the caller's address; null where nobody trustworthy has told it
     * @param uri path and query as the visitor sent them, mount included
     */
    public FieldList question(RequestHead request, @Nullable IpAddress address, String uri, String requestId) {
        FieldList fields = new FieldList(12);
        request.forEachHeader((name, value) -> {
            if (contains(rules.copyRequestHeaders(), name)) {
                fields.add(name, value);
            }
        });
        fields.add("X-Forwarded-Method", request.method());
        fields.add("X-Forwarded-Proto", request.scheme());
        fields.add("X-Forwarded-Host", request.authority());
        fields.add("X-Forwarded-Uri", uri);
        if (address != null) {
            fields.add("X-Forwarded-For", address.toString());
        }
        fields.add("X-Request-Id", requestId);
        fields.add(DEPTH, Integer.toString(depth(request) + 1));
        return fields;
    }

    /** Whether an answer with {@code status} lets the request pass. */
    public boolean admits(int status) {
        return status >= 200 && status < 300;
    }

    /** The fields of a verdict that the upstream request carries. */
    public Fields copied(Fields verdict) {
        FieldList copied = new FieldList(rules.copyResponseHeaders().size());
        for (int i = 0; i < verdict.size(); i++) {
            if (contains(rules.copyResponseHeaders(), verdict.name(i))) {
                copied.add(verdict.name(i), verdict.value(i));
            }
        }
        return copied;
    }

    /** What stands for a verdict when none comes: the request passes only where the operator says so. */
    public Verdict unanswered() {
        return rules.failOpen()
                ? Verdict.PASS
                : Verdict.Refuse.with(503, Reason.FORWARD_AUTH, "forward_auth_unavailable");
    }

    /** The refusal of a circle (RFC 5842, section 7.2). */
    public Verdict.Refuse circle() {
        return Verdict.Refuse.with(508, Reason.FORWARD_AUTH, "forward_auth_loop");
    }

    List<String> ownedFields() {
        return rules.copyResponseHeaders();
    }

    private static boolean contains(List<String> names, String name) {
        for (String candidate : names) {
            if (candidate.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }
}
