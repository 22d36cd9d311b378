package dev.gatehouse.transport;

import org.eclipse.jetty.client.EarlyHintsProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpFields;

/** Tells a call of the 103 responses that come before its final one, and waits on. */
final class EarlyHints extends EarlyHintsProtocolHandler {

    @Override
    protected void onEarlyHints(Request request, HttpFields fields) {
        if (request instanceof RawRequest raw) {
            raw.call().earlyHints(fields);
        }
    }
}
