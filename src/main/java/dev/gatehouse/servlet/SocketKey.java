package dev.gatehouse.servlet;

import dev.gatehouse.net.IpAddress;

/**
 * One TCP connection, seen from this machine.
 *
 * @param localPort our port
 * @param remotePort the peer's port
 * @param remote the peer's address, never a mapped one
 */
record SocketKey(int localPort, int remotePort, IpAddress remote) {}
