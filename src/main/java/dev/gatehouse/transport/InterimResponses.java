package dev.gatehouse.transport;

import org.eclipse.jetty.client.ProcessingProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;

/**
 * Passes over interim responses that nobody asked for (100, 102 and those without a meaning yet), so that the final one
 * is waited for on the same connection. Without it such a response would end the exchange or hang it.
 */
final class InterimResponses extends ProcessingProtocolHandler {

    @Override
    public boolean accept(Request request, Response response) {
        int status = response.getStatus();
        return status >= 100 && status < 200 && status != 101 && status != 103;
    }
}
