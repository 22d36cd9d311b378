package dev.gatehouse.servlet;

import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.event.Events;
import dev.gatehouse.forward.Forwarder;
import dev.gatehouse.forward.LiveExchanges;
import dev.gatehouse.gateway.Gateway;
import dev.gatehouse.gateway.Lanes;
import dev.gatehouse.gateway.Snapshot;
import dev.gatehouse.transport.JettyTransport;
import java.util.UUID;
import org.eclipse.jetty.client.HttpClient;

/** The parts of a running deployment, joined up. Made in one place and in one go, so that none is ever half there. */
final class Engine {

    private final JettyTransport transport;
    private final LiveExchanges live = new LiveExchanges();
    private final Gateway gateway;
    private final Reading reading;

    Engine(HttpClient client, RouteTableConfig table, Events events, Reading reading) {
        Snapshot snapshot = Lanes.compile(table);
        this.transport = new JettyTransport(client);
        this.gateway = new Gateway(
                () -> snapshot,
                new Forwarder(transport, transport.alarms(), live),
                events,
                UUID::randomUUID,
                System::nanoTime);
        this.reading = reading;
    }

    Gateway gateway() {
        return gateway;
    }

    Reading reading() {
        return reading;
    }

    LiveExchanges live() {
        return live;
    }

    void close() {
        transport.close();
    }
}
