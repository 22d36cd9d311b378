package dev.gatehouse.event;

/**
 * Hears what happens to requests.
 *
 * <p>Every request that a route claims is told once, as soon as its answer is settled. What settles later (the end of a
 * streamed body) comes through {@link ProxyEvent#stream()}.
 *
 * <p>Threads: called on whichever thread settles an answer, several at once. A listener must not block; one that does
 * I/O hands over to a bounded queue of its own. What it throws is swallowed, and it is not called again after that.
 */
@FunctionalInterface
public interface Events {

    /** Nobody listens. */
    Events NONE = event -> {};

    /** A request has been answered, or its client has gone. */
    void proxied(ProxyEvent event);
}
