package dev.gatehouse.transport;

import java.io.IOException;
import java.util.Map;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/**
 * Speaks what both sides agree on in the TLS handshake, and HTTP/1.1 to origins that do not take part in that or have no
 * TLS. The library's own would speak the first protocol on its list to them, which they may not know.
 */
final class NegotiatingTransport extends HttpClientTransportDynamic {

    NegotiatingTransport(ClientConnector connector, ClientConnectionFactory.Info... protocols) {
        super(connector, protocols);
    }

    @Override
    public Origin newOrigin(Request request) {
        if (!HttpScheme.isSecure(request.getScheme())) {
            request.version(HttpVersion.HTTP_1_1);
        }
        return super.newOrigin(request);
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
        return context.get(ClientConnector.APPLICATION_PROTOCOL_CONTEXT_KEY) == null
                ? HttpClientConnectionFactory.HTTP11
                        .getClientConnectionFactory()
                        .newConnection(endPoint, context)
                : super.newConnection(endPoint, context);
    }
}
