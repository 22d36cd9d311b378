/**
 * Who is who: addresses, address ranges, host names and patterns, authorities, and the chain of trusted peers that
 * tells a client's address.
 *
 * <p>Pure values and functions. Nothing here opens a socket or asks a name server.
 */
@NullMarked
package dev.gatehouse.net;

import org.jspecify.annotations.NullMarked;
