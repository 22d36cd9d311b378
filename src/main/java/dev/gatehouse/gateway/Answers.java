package dev.gatehouse.gateway;

import dev.gatehouse.config.model.ErrorPage;
import dev.gatehouse.config.model.Respond;
import dev.gatehouse.forward.ClientHead;
import dev.gatehouse.forward.Failure;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.http.FieldList;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes responses out of refusals, failures and edge answers. They name neither upstreams nor settings, and none may be
 * stored.
 */
final class Answers {

    private Answers() {}

    /** A refusal or failure: {@code {"error": code, "requestId": id}}. */
    static OwnAnswer error(int status, String code, @Nullable String requestId, boolean isHead) {
        FieldList fields =
                new FieldList(4).add("Content-Type", "application/json").add("Cache-Control", "no-store");
        String id = "";
        if (requestId != null) {
            fields.add(RequestIds.FIELD, requestId);
            id = ",\"requestId\":\"" + requestId + "\""; // its alphabet needs no escaping
        }
        return text(status, fields, "{\"error\":\"" + code + "\"" + id + "}", isHead);
    }

    /** The status and code of a failure. */
    static OwnAnswer failure(Failure failure, Lane lane, String requestId, boolean isHead) {
        int status = status(failure);
        ErrorPage page = lane.route().errorPages().get(status);
        return page == null || failure == Failure.FAULT
                ? error(status, code(failure), requestId, isHead)
                : page(status, page, requestId, isHead);
    }

    /** What a route answers for itself. */
    static OwnAnswer edge(Respond respond, String mountPath, @Nullable String requestId, boolean isHead) {
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

    private static void stamp(FieldList fields, @Nullable String requestId) {
        if (requestId != null) {
            fields.set(RequestIds.FIELD, requestId);
        }
    }

    private static OwnAnswer page(int status, ErrorPage page, String requestId, boolean isHead) {
        FieldList fields = new FieldList(page.headers().size() + 3)
                .add("Content-Type", page.contentType())
                .add("Cache-Control", "no-store");
        page.headers().forEach(fields::set);
        fields.set(RequestIds.FIELD, requestId);
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
            case BUSY -> 503;
            case TOO_LARGE -> 413;
            case CLIENT_CLOSED -> 499;
            case FAULT -> 500;
        };
    }

    private static String code(Failure failure) {
        return switch (failure) {
            case UNREACHABLE -> "upstream_unreachable";
            case TIMEOUT -> "upstream_timeout";
            case BUSY -> "in_flight_limit";
            case TOO_LARGE -> "payload_too_large";
            case CLIENT_CLOSED -> "client_closed_request";
            case FAULT -> "internal_error";
        };
    }
}
