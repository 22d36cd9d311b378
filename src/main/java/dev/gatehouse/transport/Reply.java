package dev.gatehouse.transport;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.http.Fields;

/**
 * Hears what becomes of a request.
 *
 * <p>Threads: called on the transport's selector thread, or on the thread that sends where a request fails at once. One
 * call at a time, in this order: any number of {@link #earlyHints}, at most one {@link #head}, one of {@link #failed} and
 * {@link #finished}. Must not block.
 */
public interface Reply {

    /** The origin hints at what its final head will hold (103, RFC 8297). Other interim responses are not told. */
    void earlyHints(Fields fields);

    /**
     * The head of the final response. Its body waits in {@code body} until it is pulled; nothing is read ahead.
     *
     * @param status 200 to 999
     */
    void head(int status, Fields fields, BodySource body);

    /** The call failed: before the head, or while either body was under way. */
    void failed(TransportFailure failure);

    /** Request and response have both been carried to their ends. */
    void finished();
}
