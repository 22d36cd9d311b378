package dev.gatehouse.transport;

/** Sends requests to origins and brings back what they answer. */
public interface Transport extends AutoCloseable {

    /**
     * Sends {@code request} to {@code origin}. Never blocks and never throws: what goes wrong, even at once, is told to
     * {@code reply}.
     *
     * @param reply hears of this request until {@link Reply#failed} or {@link Reply#finished}
     * @return a handle to break the request off
     */
    Call send(Origin origin, UpstreamRequest request, Reply reply);

    /** Stops all calls and closes all connections. */
    @Override
    void close();
}
