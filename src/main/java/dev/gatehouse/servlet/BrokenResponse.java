package dev.gatehouse.servlet;

import java.io.IOException;

/** Thrown into the container to make it cut a connection whose response cannot be completed. */
final class BrokenResponse extends IOException {

    private static final long serialVersionUID = 1L;

    BrokenResponse() {
        super("the upstream's response broke off; the client's connection is cut");
    }

    /** It is thrown on purpose and says nothing about where. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
