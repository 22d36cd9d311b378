package dev.gatehouse.forward;

import dev.gatehouse.transport.TransportFailure;
import org.jspecify.annotations.Nullable;

/** Says in a few fixed words how an attempt failed: no address, no field and no body of anybody is in them. */
final class FailureReason {

    /** No response head came in time. */
    static final String TIMEOUT = "timeout";

    private FailureReason() {}

    /** The words for an answer that counts as a failure. */
    static String status(int status) {
        return "HTTP " + status;
    }

    /** The words for an attempt that got no answer; null stands for one that switched protocols unasked. */
    static String of(@Nullable TransportFailure failure) {
        if (failure == null) {
            return "not HTTP";
        }
        return switch (failure.kind()) {
            case UNRESOLVED -> "host not found";
            case FORBIDDEN_ADDRESS -> "address not allowed";
            case NO_CONNECTION -> "connection refused";
            case TLS -> "TLS failure";
            case QUEUE_FULL -> "too many requests waiting";
            case RESET -> "connection reset";
            case MALFORMED -> "not HTTP";
            case ABORTED -> "broken off";
        };
    }
}
