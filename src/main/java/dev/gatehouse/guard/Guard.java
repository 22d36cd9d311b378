package dev.gatehouse.guard;

/**
 * Decides whether a request may go further.
 *
 * <p>Threads: one instance judges many requests at once.
 */
interface Guard {

    /** Judges {@code request}. Nothing that a client can send makes this method throw. */
    Verdict judge(GuardedRequest request);
}
