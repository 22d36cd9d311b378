package dev.gatehouse.forward;

import dev.gatehouse.forward.mirror.Mirrors;
import dev.gatehouse.transport.Alarms;
import dev.gatehouse.transport.Transport;
import java.util.concurrent.Executor;

/** Carries exchanges. Threads: shared; keeps nothing but the set of those under way. */
public final class Forwarder {

    final Transport transport;
    final Alarms alarms;
    final LiveExchanges live;
    final Executor workers;
    final Mirrors mirrors;

    /** A forwarder over {@code transport}; {@code workers} do what may block. */
    public Forwarder(Transport transport, Alarms alarms, LiveExchanges live, Executor workers) {
        this.transport = transport;
        this.alarms = alarms;
        this.live = live;
        this.workers = workers;
        this.mirrors = new Mirrors(transport, alarms);
    }

    /** Begins to carry {@code delivery}. Call on the container's thread, once the request has become asynchronous. */
    public void send(ClientSide client, Delivery delivery) {
        new Exchange(this, client, delivery).begin();
    }
}
