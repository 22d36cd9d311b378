package dev.gatehouse.guard;

/**
 * Decides whether a request may go further.
 *
 * <p>Threads: one instance judges many requests at once.
 */
public interface Guard {

    /** Judges {@code request}. Nothing that a client can send makes this method throw, and it never waits: see {@link Verdict.Later}. */
    Verdict judge(GuardedRequest request);
}
