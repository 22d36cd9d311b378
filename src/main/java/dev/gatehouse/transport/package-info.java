/**
 * How one request reaches one origin: a port, and the adapter to the HTTP client we use.
 *
 * <p>Start with {@link dev.gatehouse.transport.Transport}. Everything above speaks to that interface; only
 * {@link dev.gatehouse.transport.JettyTransport} and its neighbours know the client library, its threads and its traps.
 * Callbacks come on the client's selector thread and must not block: nothing behind them may wait for a lock held over
 * I/O, a name server or a container's blocking write.
 */
@NullMarked
package dev.gatehouse.transport;

import org.jspecify.annotations.NullMarked;
