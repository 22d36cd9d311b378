package dev.gatehouse.config.model;

/**
 * A set of values for everything that can be set, and a language of its own for what is left to say.
 *
 * <p>{@link #JOUSKA} is the route table itself; the others read variables and make a table of them.
 */
public enum Profile {
    /** The route table. */
    JOUSKA,
    /** A fixed list of paths in front of a few backends that can take over from one another. */
    MESSAGEWEAVE,
    /** Two origins behind one public name, of which each request takes the first that says it is ready. */
    APEX,
    /** Services by the first segment of the path, each with origins that share by weight and are probed. */
    KISUM
}
