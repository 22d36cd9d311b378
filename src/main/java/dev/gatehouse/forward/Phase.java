package dev.gatehouse.forward;

/** How far an exchange has come. */
enum Phase {
    /** A guard has yet to say whether the request may go on. */
    JUDGING,
    /** Another server is being asked whether it may. */
    ASKING,
    /** An upstream is being asked. The client has seen nothing yet, so a further attempt may follow. */
    ATTEMPTING,
    /** Waiting for the next attempt. */
    PAUSING,
    /** The response head is settled and its body under way: no retry and no error page, only finish or break off. */
    RELAYING,
    /** An answer of our own is being written. */
    ANSWERING,
    /** Nothing more is read or written. */
    ENDED
}
