package dev.gatehouse.forward.head;

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

    /** The fields that only we write. */
    static final Set<String> OURS =
            Set.of("host", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-for", "x-request-id");

    /** Fields that never travel on: lengths follow from the body, 100-continue is between the client and us. */
    private static final List<String> NEVER = List.of("content-length", "accept-encoding", "expect", "x-jouska-mirror");

    /** Fields of a WebSocket handshake. */
    private static final List<String> HANDSHAKE =
            List.of("sec-websocket-key", "sec-websocket-version", "sec-websocket-protocol", "sec-websocket-extensions");

    /** Conditions on what the client has stored. */
    private static final List<String> CONDITIONS = List.of("if-none-match", "if-modified-since");

    private final NameSet dropped;
    private final NameSet guarded;
    private final HeaderRules rules;

    /**
     * Heads of a route.
     *
     * @param rules the operator's
     * @param rewritesBodies whether bodies may be rewritten: then no condition of the client's travels on, since it could
     *     only refer to bytes that the client never got
     * @param owned fields that guards write: a client's own would be taken for theirs
     */
    public UpstreamHeads(HeaderRules rules, boolean rewritesBodies, Set<String> owned) {
        this.rules = rules;
        Set<String> ours = new HashSet<>(OURS);
        ours.addAll(owned);
        this.guarded = NameSet.of(ours);
        Set<String> names = new HashSet<>(FieldNames.HOP_BY_HOP);
        names.addAll(OURS);
        names.addAll(NEVER);
        names.addAll(HANDSHAKE);
        if (rewritesBodies) {
            names.addAll(CONDITIONS);
        }
        names.addAll(owned);
        names.addAll(rules.remove());
        names.addAll(rules.set().keySet());
        this.dropped = NameSet.of(names);
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
        fields.add("X-Forwarded-Host", client.authority());
        fields.add("X-Forwarded-Proto", client.scheme());
        if (clientAddress != null) {
            fields.add("X-Forwarded-For", clientAddress);
        }
        fields.add("X-Request-Id", requestId);
        return fields;
    }

    /** {@code X_Forwarded_For} and the like: origins that map both spellings to one variable would believe it. */
    private boolean isDisguised(String name) {
        return name.indexOf('_') >= 0 && guarded.contains(name.replace('_', '-'));
    }
}
