package dev.gatehouse.transport;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Why a call to an origin failed, in terms that decisions can be made on. */
public final class TransportFailure extends IOException {

    private static final long serialVersionUID = 1L;

    /** What went wrong. */
    public enum Kind {
        /** The origin's name has no address. */
        UNRESOLVED,
        /** The origin's name leads to an address that is not allowed for it. */
        FORBIDDEN_ADDRESS,
        /** No connection came about: refused, unreachable, or too slow. */
        NO_CONNECTION,
        /** TLS could not be agreed on or the certificate is not valid for the name. */
        TLS,
        /** Too many requests wait for a connection to this origin already. */
        QUEUE_FULL,
        /** The origin closed or reset the connection. */
        RESET,
        /** The origin sent something that is not HTTP. */
        MALFORMED,
        /** We broke the call off ourselves. */
        ABORTED
    }

    private final Kind kind;

    /** A failure of {@code kind}; {@code cause} is for operators and never reaches a client. */
    public TransportFailure(Kind kind, @Nullable Throwable cause) {
        super(kind + (cause == null ? "" : ": " + cause), cause);
        this.kind = kind;
    }

    /** What went wrong. */
    public Kind kind() {
        return kind;
    }
}
