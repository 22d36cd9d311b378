package dev.gatehouse.net;

import org.jspecify.annotations.Nullable;

/**
 * A range of addresses.
 *
 * @param text as written
 */
public record IpRange(String text) {

    /** Reads one address or a CIDR range; null where it is neither. */
    public static @Nullable IpRange parse(String written) {
        return written.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}(/[0-9]{1,2})?|[0-9a-fA-F:]+:[0-9a-fA-F:.]*(/[0-9]{1,3})?")
                ? new IpRange(written)
                : null;
    }
}
