package dev.gatehouse.testkit;

import dev.gatehouse.config.model.ServerSettings;
import dev.gatehouse.transport.HttpClients;
import dev.gatehouse.transport.JettyTransport;
import dev.gatehouse.transport.NameLookup;
import org.eclipse.jetty.client.HttpClient;

/** The client towards other servers with the settings of a deployment that sets nothing, running. */
public final class OutboundClient implements AutoCloseable {

    private final JettyTransport transport;

    private OutboundClient(JettyTransport transport) {
        this.transport = transport;
    }

    /** Starts a client; {@code names} tells it the addresses of hosts. */
    public static OutboundClient start(NameLookup names) throws Exception {
        var settings = ((ServerSettings.Outcome.Ready) ServerSettings.read(name -> null)).settings();
        HttpClient client = HttpClients.build("outbound", settings.client(), null, names);
        client.start();
        HttpClients.afterStart(client);
        return new OutboundClient(new JettyTransport(client));
    }

    /** The transport on it. */
    public JettyTransport transport() {
        return transport;
    }

    @Override
    public void close() {
        transport.close();
    }
}
