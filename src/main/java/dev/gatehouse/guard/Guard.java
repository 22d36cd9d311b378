package dev.gatehouse.guard;

import java.util.Set;

/**
 * Decides whether a request may go further.
 *
 * <p>Threads: one instance judges many requests at once.
 */
public interface Guard {

    /** The name under which it refuses. */
    Reason reason();

    /**
     * Judges {@code request}. Nothing that a client can send makes this method throw, and it never waits: see
     * {@link Verdict.Later}.
     */
    Verdict judge(GuardedRequest request);

    /**
     * Whether it judges the preflights of a route that answers them itself: the questions of a browser, which carry none
     * of the credentials of the request they ask for.
     */
    default boolean judgesPreflights() {
        return true;
    }

    /**
     * The fields of upstream requests, lower case, that this guard alone writes, by {@link Verdict.Pass#upstream()}. A
     * client's own are never passed on, whatever the verdict.
     */
    default Set<String> ownedFields() {
        return Set.of();
    }

    /** Whether a verdict needs nothing but the request, so that it can be foretold. */
    default boolean isForetold() {
        return true;
    }
}
