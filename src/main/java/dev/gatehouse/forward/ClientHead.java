package dev.gatehouse.forward;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;

/**
 * The head of a client response, ready to be sent.
 *
 * @param status 200 to 999
 * @param fields all field lines except {@code Content-Length} and {@code Transfer-Encoding}
 * @param length what {@code Content-Length} says; -1 for none. Without a body (HEAD, 304) it speaks of the body that a GET
 *     would have had.
 * @param extra fields for observers: where one cannot be written, the response goes out without it
 * @param hasBody whether body bytes may follow; false for HEAD, 204, 205 and 304 (RFC 9110, section 6.4.1)
 */
public record ClientHead(int status, Fields fields, Fields extra, long length, boolean hasBody) {

    private static final Fields NOTHING = new FieldList(0);

    /** A head without fields for observers. */
    public ClientHead(int status, Fields fields, long length, boolean hasBody) {
        this(status, fields, NOTHING, length, hasBody);
    }

    /** The same head with fields for observers. */
    public ClientHead with(Fields observed) {
        return observed.size() == 0 ? this : new ClientHead(status, fields, observed, length, hasBody);
    }

    /**
     * The head of a response that another server gave.
     *
     * @param length what that server announced; -1 for none. 204 and 205 pass no length on (RFC 9110, section 8.6)
     * @param isHead whether the request was HEAD
     */
    public static ClientHead relayed(int status, Fields fields, long length, boolean isHead) {
        return new ClientHead(status, fields, status == 204 || status == 205 ? -1 : length, hasBody(status, isHead));
    }

    /** Whether a response with {@code status} has a body. */
    public static boolean hasBody(int status, boolean isHead) {
        return !isHead && status != 204 && status != 205 && status != 304;
    }
}
