package dev.gatehouse.transport;

/** A request that has been sent. */
public interface Call {

    /**
     * Breaks the request off: the origin sees its connection (HTTP/1.1) or stream (HTTP/2) end without a proper end. Does
     * nothing where the call is over already. May be called from any thread.
     */
    void abort(Throwable cause);
}
