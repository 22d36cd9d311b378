package dev.gatehouse.event;

import java.util.Locale;

/** What held a request back although nobody refused it. */
public enum LimitReason {
    /** Retries had become too large a share of the route's requests, so there were no more of them. */
    RETRY_BUDGET,
    /** As many requests as may be were under way at the upstream. */
    IN_FLIGHT;

    /** The name in events and logs, lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
