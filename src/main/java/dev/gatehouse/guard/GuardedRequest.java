package dev.gatehouse.guard;

import dev.gatehouse.http.RequestHead;
import dev.gatehouse.net.IpAddress;
import org.jspecify.annotations.Nullable;

/**
 * A request as guards see it.
 *
 * @param head its head
 * @param address the caller's address; null where nobody trustworthy has told it
 * @param country the caller's country, two upper-case letters; null where it is not known
 * @param visiblePath the raw path as the visitor sees it, mount included
 */
public record GuardedRequest(
        RequestHead head,
        @Nullable IpAddress address,
        @Nullable String country,
        String visiblePath) {

    /** Whether a browser asks on behalf of a script what it may send (Fetch standard, section 3.2.2). */
    public boolean isPreflight() {
        return head.method().equals("OPTIONS") && head.header("origin") != null;
    }
}
