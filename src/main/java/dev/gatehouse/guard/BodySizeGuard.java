package dev.gatehouse.guard;

/**
 * Refuses a request that announces a larger body than its route accepts, with 413 (RFC 9110, section 15.5.14), before a
 * byte of it is read.
 *
 * <p>A body that announces no length, or more than it announced, is counted while it is forwarded.
 */
final class BodySizeGuard implements Guard {

    private final long maxBytes;

    BodySizeGuard(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public Reason reason() {
        return Reason.BODY_SIZE;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        return request.head().contentLength() <= maxBytes
                ? Verdict.PASS
                : Verdict.Refuse.with(413, Reason.BODY_SIZE, "payload_too_large");
    }
}
