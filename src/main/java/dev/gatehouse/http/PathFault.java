package dev.gatehouse.http;

/** Why a request path is refused before anything looks at it (400). */
public enum PathFault {

    /** It neither begins with a slash nor is the {@code *} of a request to the server as a whole. */
    NOT_ABSOLUTE,

    /** It has a character that no path can have: a control, one beyond ASCII, {@code ?} or {@code #}. */
    ILLEGAL_CHARACTER,

    /** One of its spellings has a NUL, where many readers stop and others go on. */
    NUL,

    /** It has more spellings than a well-meant path ever has; judging it by some of them would be a guess. */
    TOO_MANY_SPELLINGS
}
