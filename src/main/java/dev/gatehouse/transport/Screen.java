package dev.gatehouse.transport;

import dev.gatehouse.net.IpAddress;
import dev.gatehouse.net.PrivateAddresses;

/** Which addresses the name of an origin may not lead to. */
public enum Screen {
    /** Loopback, private, link-local and metadata addresses: for an upstream that is reached over the open network. */
    PRIVATE,
    /** Link-local and metadata addresses: for a service of the operator's own, which may well be private. */
    LINK_LOCAL,
    /** None: for an upstream that the operator has opened the screen for. */
    NONE;

    boolean refuses(IpAddress address) {
        return switch (this) {
            case PRIVATE -> PrivateAddresses.refuses(address);
            case LINK_LOCAL -> PrivateAddresses.isLinkLocalOrMetadata(address);
            case NONE -> false;
        };
    }
}
