package dev.gatehouse.guard;

import java.util.Locale;

/** Which guard refused; the names are those of events and logs. */
public enum Reason {
    /** The method is not among those that the route admits. */
    METHOD,
    /** The announced body is too large. */
    BODY_SIZE,
    /** The page that links here may not. */
    REFERER,
    /** A page of another site made the browser ask. */
    FETCH_METADATA,
    /** The caller's country is not admitted. */
    GEO,
    /** The caller's address is not admitted. */
    IP,
    /** There were too many requests. */
    RATE_LIMIT,
    /** The link is not signed, or no longer valid. */
    SIGNED_LINK,
    /** The caller has not proved who it is. */
    ACCESS,
    /** The authority that was asked said no. */
    FORWARD_AUTH;

    /** The name in events and logs, lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
