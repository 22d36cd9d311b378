package dev.gatehouse.transport;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Asks for the addresses of a host name. May block; called on worker threads only. */
@FunctionalInterface
public interface NameLookup {

    /** The JDK's own look-up, with its cache. */
    NameLookup SYSTEM = InetAddress::getAllByName;

    /** The addresses in the order in which they are tried; the host name stays attached to each, for TLS. */
    InetAddress[] addressesOf(String host) throws UnknownHostException;
}
