package dev.gatehouse.forward.head;

import dev.gatehouse.config.model.ForwardedFields;
import dev.gatehouse.config.model.ForwardedFields.Treatment;
import dev.gatehouse.config.model.HeaderRules;
import dev.gatehouse.http.ConnectionOptions;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.FieldNames;
import dev.gatehouse.http.NameSet;
import dev.gatehouse.http.RequestHead;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prepares the head of an upstream request from the client's, with the outcome of this order: fields of the client's
 * connection fall away, then those the operator removes, then the operator's are written, then ours. Ours come last so
 * that no rule can forge them.
 *
 * <p>One instance serves a route. Threads: immutable.
 */
public final class UpstreamHeads {

    private static final String HOST = "x-forwarded-host";
    private static final String PROTO = "x-forwarded-proto";
    private static final String ADDRESS = "x-forwarded-for";
    private static final String REQUEST_ID = "x-request-id";
    private static final String ACCEPT_ENCODING = "accept-encoding";

    /** The fields that no rule of an operator can write. */
    static final Set<String> OURS = Set.of("host", HOST, PROTO, ADDRESS, REQUEST_ID);

    /** Fields that never travel on: lengths follow from the body, 100-continue is between the client and us. */
    private static final List<String> NEVER = List.of("content-length", "expect", "x-jouska-mirror");

    /** Fields of a WebSocket handshake. */
    private static final List<String> HANDSHAKE =
            List.of("sec-websocket-key", "sec-websocket-version", "sec-websocket-protocol", "sec-websocket-extensions");

    /** Conditions on what the client has stored. */
    private static final List<String> CONDITIONS = List.of("if-none-match", "if-modified-since");

    private final NameSet dropped;
    private final NameSet guarded;
    private final HeaderRules rules;
    private final HeadPolicy policy;

    /**
     * Heads of a route.
     *
     * @param rules the operator's
     * @param rewritesBodies whether bodies may be rewritten: then no condition of the client's travels on, since it could
     *     only refer to bytes that the client never got
     * @param owned fields that guards write: a client's own would be taken for theirs
     * @param policy what else an upstream hears
     */
    public UpstreamHeads(HeaderRules rules, boolean rewritesBodies, Set<String> owned, HeadPolicy policy) {
        this.rules = rules;
        this.policy = policy;
        Set<String> ours = ours(policy);
        ours.addAll(owned);
        this.guarded = NameSet.of(ours);
        Set<String> names = new HashSet<>(FieldNames.HOP_BY_HOP);
        names.addAll(ours);
        names.addAll(NEVER);
        names.addAll(HANDSHAKE);
        if (!policy.passesAcceptEncoding()) {
            names.add(ACCEPT_ENCODING);
        }
        if (rewritesBodies) {
            names.addAll(CONDITIONS);
        }
        names.addAll(rules.remove());
        names.addAll(rules.set().keySet());
        this.dropped = NameSet.of(names);
    }

    /** The fields of which a client's own do not travel on. */
    private static Set<String> ours(HeadPolicy policy) {
        Set<String> ours = new HashSet<>();
        ours.add("host");
        addUnlessPassed(policy.forwarded().host(), HOST, ours);
        addUnlessPassed(policy.forwarded().proto(), PROTO, ours);
        addUnlessPassed(policy.forwarded().address(), ADDRESS, ours);
        if (policy.stampsId()) {
            ours.add(REQUEST_ID);
        }
        return ours;
    }

    private static void addUnlessPassed(Treatment treatment, String name, Set<String> ours) {
        if (treatment != Treatment.PASS) {
            ours.add(name);
        }
    }

    /**
     * Prepares a head without {@code Host}, which is written for each attempt.
     *
     * @param clientAddress the client's address; null where nobody trustworthy has told it, which leaves the field out
     * @param requestId the id of the exchange
     */
    public FieldList prepare(RequestHead client, @Nullable String clientAddress, String requestId) {
        FieldList fields = new FieldList(24);
        String connection = client.header("connection");
        NameSet named = connection == null ? NameSet.EMPTY : NameSet.of(ConnectionOptions.names(List.of(connection)));
        client.forEachHeader((name, value) -> {
            if (!dropped.contains(name) && !named.contains(name) && !isDisguised(name)) {
                fields.add(name, value);
            }
        });
        for (Map.Entry<String, String> rule : rules.set().entrySet()) {
            if (!OURS.contains(rule.getKey())) {
                fields.add(rule.getKey(), rule.getValue());
            }
        }
        if (!client.hasBody() && client.contentLength() == 0) {
            fields.add("Content-Length", "0"); // an empty body was announced; some origins insist on hearing it
        }
        addOurs(fields, client, clientAddress, requestId);
        return fields;
    }

    private void addOurs(FieldList fields, RequestHead client, @Nullable String clientAddress, String requestId) {
        ForwardedFields forwarded = policy.forwarded();
        if (forwarded.host() == Treatment.OVERWRITE) {
            fields.add("X-Forwarded-Host", client.authority());
        }
        if (forwarded.proto() == Treatment.OVERWRITE) {
            fields.add("X-Forwarded-Proto", client.scheme());
        }
        if (forwarded.address() == Treatment.OVERWRITE && clientAddress != null) {
            fields.add("X-Forwarded-For", clientAddress);
        }
        if (policy.stampsId()) {
            fields.add("X-Request-Id", requestId);
        }
    }

    /** {@code X_Forwarded_For} and the like: origins that map both spellings to one variable would believe it. */
    private boolean isDisguised(String name) {
        return name.indexOf('_') >= 0 && guarded.contains(name.replace('_', '-'));
    }
}
