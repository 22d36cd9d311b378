package dev.gatehouse.forward;

import dev.gatehouse.http.Fields;
import java.nio.ByteBuffer;

/**
 * An answer that the proxy gives itself.
 *
 * @param head status and fields; its length is that of {@code body} unless the request was HEAD
 * @param body the bytes, at most 64 KiB and read once; empty where the head has no body
 */
public record OwnAnswer(ClientHead head, ByteBuffer body) {

    /** The same answer with other fields. */
    public OwnAnswer with(Fields fields) {
        return new OwnAnswer(new ClientHead(head.status(), fields, head.length(), head.hasBody()), body);
    }

    /** An answer without a body, saying so with a length of 0 where its status allows one. */
    public static OwnAnswer empty(int status, Fields fields) {
        boolean mayHaveLength = status >= 200 && status != 204 && status != 304;
        return new OwnAnswer(new ClientHead(status, fields, mayHaveLength ? 0 : -1, false), ByteBuffer.allocate(0));
    }
}
