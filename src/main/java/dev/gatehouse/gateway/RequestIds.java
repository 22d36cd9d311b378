package dev.gatehouse.gateway;

import java.util.UUID;
import java.util.function.Supplier;

/**
 * Chooses the id of a request: the caller's own where the route trusts it, else the platform's, else a random one. A
 * candidate of the wrong shape is passed over, never repaired.
 *
 * <p>Threads: shared.
 */
final class RequestIds {

    /** The field that carries the id. */
    static final String FIELD = "x-request-id";

    private static final int MAX_LENGTH = 64;

    private final Supplier<UUID> random;

    RequestIds(Supplier<UUID> random) {
        this.random = random;
    }

    String choose(ClientRequest request, boolean trustsInbound) {
        String inbound = trustsInbound ? request.head().header(FIELD) : null;
        if (inbound != null && isShaped(inbound)) {
            return inbound;
        }
        String platform = request.platformRequestId();
        return platform != null && isShaped(platform) ? platform : random.get().toString();
    }

    private static boolean isShaped(String candidate) {
        if (candidate.isEmpty() || candidate.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < candidate.length(); i++) {
            char c = candidate.charAt(i);
            boolean legal =
                    c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-';
            if (!legal) {
                return false;
            }
        }
        return true;
    }
}
