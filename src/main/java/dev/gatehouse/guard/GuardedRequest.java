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
 * @param mountPath what stands in front of the head's path for the visitor; may be empty
 */
public record GuardedRequest(
        RequestHead head,
        @Nullable IpAddress address,
        @Nullable String country,
        String mountPath) {

    /** The raw path as the visitor sees it, mount included. */
    String visiblePath() {
        return mountPath + head.path().raw();
    }

    /** Whether a browser asks on behalf of a script what it may send (Fetch standard, section 3.2.2). */
    boolean isPreflight() {
        return head.method().equals("OPTIONS") && head.header("origin") != null;
    }
}
