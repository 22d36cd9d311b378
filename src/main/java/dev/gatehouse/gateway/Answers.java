package dev.gatehouse.gateway;

import dev.gatehouse.config.model.ErrorLook;
import dev.gatehouse.config.model.ErrorPage;
import dev.gatehouse.config.model.Front;
import dev.gatehouse.config.model.Respond;
import dev.gatehouse.forward.ClientHead;
import dev.gatehouse.forward.Failure;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.RequestHead;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes responses out of refusals, failures and edge answers. They name neither upstreams nor settings, unless the table
 * gives them a look that does, and none may be stored.
 *
 * <p>Immutable; one for each table.
 */
final class Answers {

    /** The usual answers. */
    static final Answers USUAL = new Answers(Front.NONE);

    private final Map<String, ErrorLook> looks;
    private final boolean stampsId;
    private final boolean echoesOrigin;

    /** Answers that look as {@code front} says. */
    Answers(Front front) {
        this.looks = front.errors();
        this.stampsId = !front.addsNothing();
        this.echoesOrigin = front.ownErrorCors();
    }

    /** Whether answers and requests carry the id of the exchange. */
    boolean stampsId() {
        return stampsId;
    }

    /** A refusal or failure before there is an exchange. */
    OwnAnswer error(RequestHead head, int status, String code) {
        return error(head, status, code, null, "");
    }

    /**
     * A refusal or failure: {@code {"error": code, "requestId": id}} unless the table gives it another look.
     *
     * @param requestId the id of the exchange; null where there is none
     * @param reason how the last attempt failed, in a few fixed words; may be empty
     */
    OwnAnswer error(RequestHead head, int status, String code, @Nullable String requestId, String reason) {
        ErrorLook own = looks.get(code);
        ErrorLook look = own == null ? looks.getOrDefault(ErrorLook.ANY, ErrorLook.USUAL) : own;
        String id = stampsId ? requestId : null;
        FieldList fields = new FieldList(6);
        String body = look.body();
        String text;
        if (body == null) {
            fields.add("Content-Type", "application/json");
            text = json(code, id);
        } else {
            if (!body.isEmpty()) {
                fields.add("Content-Type", look.contentType());
            }
            text = new ErrorText(code, head.path().raw(), reason, id == null ? "" : id).fill(body, look.contentType());
        }
        fields.add("Cache-Control", "no-store");
        if (id != null) {
            fields.add(RequestIds.FIELD, id);
        }
        echoOrigin(head, fields);
        return text(
                own == null ? status : own.status().orElse(status),
                fields,
                text,
                head.method().equals("HEAD"));
    }

    /** So that a script may read that the proxy failed, and is not told of a breach of CORS that is none. */
    private void echoOrigin(RequestHead head, FieldList fields) {
        String origin = echoesOrigin ? head.header("origin") : null;
        if (origin != null) {
            fields.add("Access-Control-Allow-Origin", origin)
                    .add("Access-Control-Allow-Credentials", "true")
                    .add("Vary", "Origin");
        }
    }

    private static String json(String code, @Nullable String id) {
        // the alphabets of both need no escaping
        return "{\"error\":\"" + code + "\"" + (id == null ? "" : ",\"requestId\":\"" + id + "\"") + "}";
    }

    /** The status and code of a failure. */
    OwnAnswer failure(Failure failure, String reason, Lane lane, RequestHead head, String requestId) {
        int status = status(failure);
        ErrorPage page = lane.route().errorPages().get(status);
        return page == null || failure == Failure.FAULT
                ? error(head, status, code(failure), requestId, reason)
                : page(status, page, requestId, head.method().equals("HEAD"));
    }

    /** The same before there is a lane. */
    OwnAnswer failure(Failure failure, String reason, RequestHead head) {
        return error(head, status(failure), code(failure), null, reason);
    }

    /** What a route answers for itself. */
    OwnAnswer edge(Respond respond, String mountPath, @Nullable String requestId, boolean isHead) {
        FieldList fields = new FieldList(respond.headers().size() + 3);
        if (respond instanceof Respond.Redirect redirect) {
            String to = redirect.to();
            fields.add("Location", to.startsWith("/") ? mountPath + to : to);
            addAll(fields, respond.headers(), "location");
            stamp(fields, requestId);
            return OwnAnswer.empty(redirect.status(), fields);
        }
        Respond.Status status = (Respond.Status) respond;
        if (status.contentType() != null) {
            fields.add("Content-Type", status.contentType());
        }
        addAll(fields, respond.headers(), status.contentType() == null ? "" : "content-type");
        stamp(fields, requestId);
        String body = status.body();
        return body == null ? OwnAnswer.empty(status.status(), fields) : text(status.status(), fields, body, isHead);
    }

    /** A document of our own in JSON that nobody may store. */
    static OwnAnswer document(int status, String json, boolean isHead) {
        FieldList fields =
                new FieldList(2).add("Content-Type", "application/json").add("Cache-Control", "no-store");
        return text(status, fields, json, isHead);
    }

    /** Puts the id of the exchange on an answer, where answers carry it. */
    void stamp(FieldList fields, @Nullable String requestId) {
        if (requestId != null && stampsId) {
            fields.set(RequestIds.FIELD, requestId);
        }
    }

    private OwnAnswer page(int status, ErrorPage page, String requestId, boolean isHead) {
        FieldList fields = new FieldList(page.headers().size() + 3)
                .add("Content-Type", page.contentType())
                .add("Cache-Control", "no-store");
        page.headers().forEach(fields::set);
        stamp(fields, requestId);
        return text(status, fields, page.body(), isHead);
    }

    private static OwnAnswer text(int status, FieldList fields, String text, boolean isHead) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ClientHead head = new ClientHead(status, fields, bytes.length, !isHead && bytes.length > 0);
        return new OwnAnswer(head, ByteBuffer.wrap(bytes));
    }

    private static void addAll(FieldList fields, Map<String, String> headers, String except) {
        headers.forEach((name, value) -> {
            if (!name.equals(except)) {
                fields.add(name, value);
            }
        });
    }

    private static int status(Failure failure) {
        return switch (failure) {
            case UNREACHABLE -> 502;
            case TIMEOUT -> 504;
            case BUSY, NONE_ALIVE -> 503;
            case TOO_LARGE -> 413;
            case CLIENT_CLOSED -> 499;
            case FAULT -> 500;
        };
    }

    private static String code(Failure failure) {
        return switch (failure) {
            case UNREACHABLE -> "upstream_unreachable";
            case TIMEOUT -> "upstream_timeout";
            case NONE_ALIVE -> "no_upstream_alive";
            case BUSY -> "in_flight_limit";
            case TOO_LARGE -> "payload_too_large";
            case CLIENT_CLOSED -> "client_closed_request";
            case FAULT -> "internal_error";
        };
    }
}
