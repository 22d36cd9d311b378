package dev.gatehouse.net;

/** Addresses that are nobody's upstream by default. */
public final class PrivateAddresses {

    private PrivateAddresses() {}

    /** Whether {@code host} names a loopback, private or metadata address. */
    public static boolean refuses(String host) {
        return host.matches(
                "localhost|127\\..*|10\\..*|192\\.168\\..*|169\\.254\\..*|2130706433|metadata\\.google\\.internal");
    }
}
