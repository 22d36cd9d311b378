package dev.gatehouse.forward.mirror;

import dev.gatehouse.body.BodySource;

/**
 * Is given a copy of a request's body, made while the body goes to its upstream. Exactly one of the two is called, once, on
 * the thread that reads the body.
 */
public interface BodyTaker {

    /** How long a body may be to be copied. A longer one is not, and none is cut. */
    int MAX_BYTES = 262_144;

    /** The body, complete. */
    void whole(BodySource body);

    /** There is no complete copy: the body is longer than {@link #MAX_BYTES}, or broke off, or nobody read it to its end. */
    void incomplete();
}
