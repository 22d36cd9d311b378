package dev.gatehouse.transport;

import dev.gatehouse.body.BodySource;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpHeader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transport on Jetty's asynchronous client.
 *
 * <p>Threads: shared. Sending happens on the caller's thread; replies come on the client's selector thread.
 */
public final class JettyTransport implements Transport {

    private static final Logger LOG = LoggerFactory.getLogger(JettyTransport.class);

    private final HttpClient client;
    private final CyclicAlarms alarms;

    /** Takes over a client built by {@link HttpClients} and already started. */
    public JettyTransport(HttpClient client) {
        this.client = client;
        this.alarms = new CyclicAlarms(client.getScheduler(), client.getExecutor());
    }

    /** Alarms that ring on this transport's worker threads. */
    public Alarms alarms() {
        return alarms;
    }

    /** Threads for work that may take a while; not for waiting. */
    public Executor workers() {
        return client.getExecutor();
    }

    @Override
    public Call send(Origin origin, UpstreamRequest request, Reply reply) {
        JettyCall call = new JettyCall(reply);
        RawRequest raw = new RawRequest(client, origin.uri(), request, call);
        raw.tag(origin); // origins that differ in screening share no connection, and the resolver reads it
        raw.idleTimeout(0, TimeUnit.MILLISECONDS); // while a call is under way our own deadlines hold, and only they
        raw.headers(fields -> JettyFields.copy(request.fields(), fields));
        BodySource body = request.body();
        if (body != null) {
            raw.body(new RequestContent(body));
            if (body.length() < 0 && !isExpected(request)) {
                raw.headers(fields -> fields.put(HttpHeader.TRANSFER_ENCODING, "chunked"));
            }
        }
        call.send(raw);
        return call;
    }

    /** Whether the library expects a body; one that it does not expect has to be announced, or is left out. */
    private static boolean isExpected(UpstreamRequest request) {
        return request.method().equals("POST")
                || request.method().equals("PUT")
                || request.fields().first("Content-Type") != null;
    }

    @Override
    public void close() {
        alarms.close();
        try {
            client.stop();
        } catch (Exception failure) {
            LOG.warn("the client towards upstreams did not stop cleanly", failure);
        }
    }
}
