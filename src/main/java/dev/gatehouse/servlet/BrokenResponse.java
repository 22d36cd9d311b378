package dev.gatehouse.servlet;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Thrown into the container to make it cut a connection whose response cannot be completed. */
final class BrokenResponse extends IOException {

    private static final long serialVersionUID = 1L;

    private static final String CLIENT_ABORT = "org.apache.catalina.connector.ClientAbortException";

    BrokenResponse() {
        super("the upstream's response broke off; the client's connection is cut");
    }

    /**
     * What to throw. For any other exception than its own for a client that left, Tomcat adds an error page of the
     * application, if there is one, to what was sent, and ends an HTTP/2 stream as if it were whole.
     */
    static IOException create() {
        BrokenResponse broken = new BrokenResponse();
        try {
            return Class.forName(CLIENT_ABORT, false, HttpServletResponse.class.getClassLoader())
                    .asSubclass(IOException.class)
                    .getConstructor(Throwable.class)
                    .newInstance(broken);
        } catch (ReflectiveOperationException | ClassCastException | LinkageError anotherContainer) {
            return broken;
        }
    }

    /** It is thrown on purpose and says nothing about where. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
