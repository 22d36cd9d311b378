package dev.gatehouse.transport;

import dev.gatehouse.config.model.ClientSettings;
import dev.gatehouse.config.model.ClientSettings.UpstreamProtocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.ClientConnectionFactoryOverHTTP2;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** Builds the client that speaks to upstreams, as a relay needs it: it adds nothing, keeps nothing, decodes nothing. */
public final class HttpClients {

    /** Enough for a head that the containers let through with their connectors widened. */
    private static final int MAX_HEAD_BYTES = 256 * 1024;

    /** How long a connection may take to come about; the attempt's own deadline holds beside it. */
    private static final Duration CONNECT = Duration.ofSeconds(10);

    /** How long an unused connection is kept where nothing is set: less than servers commonly do. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    private HttpClients() {}

    /**
     * Builds a client; it is not started.
     *
     * @param name part of its threads' names
     * @param trustStorePassword opens the trust store; null for one without a password
     * @param names asked for the addresses of upstreams
     */
    public static HttpClient build(
            String name, ClientSettings settings, @Nullable String trustStorePassword, NameLookup names) {
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(settings.selectors().orElse(1)); // one is the cheapest as long as nothing blocks on it
        connector.setSslContextFactory(tls(settings.tlsTrustStore(), trustStorePassword));
        HttpClient client = new HttpClient(transport(connector, settings.upstreamProtocols()));
        client.setName(name);
        QueuedThreadPool threads = threads(name, settings.maxThreads());
        client.setExecutor(threads);
        client.setSocketAddressResolver(new ScreeningResolver(names, threads));
        client.setScheduler(new TimerThread(name + "-timer"));
        // Buffers up to the largest we use are kept: allocating direct memory per response costs more than reading it.
        client.setByteBufferPool(new ArrayByteBufferPool(0, 4096, 262_144));
        limits(client, settings);
        passThrough(client);
        return client;
    }

    /** What may only be set once the client has started. */
    public static void afterStart(HttpClient client) {
        client.getContentDecoderFactories().clear(); // bodies pass as they come, encoded or not
        client.getProtocolHandlers().clear(); // no redirects, no authentication, nothing that answers for the client
        client.getProtocolHandlers().put(new InterimResponses());
        client.getProtocolHandlers().put(new EarlyHints());
    }

    private static HttpClientTransport transport(ClientConnector connector, List<UpstreamProtocol> protocols) {
        HttpClientTransport transport;
        if (protocols.contains(UpstreamProtocol.H2)) {
            ClientConnectionFactory.Info[] infos = protocols.stream()
                    .map(protocol -> protocol == UpstreamProtocol.H2
                            ? new ClientConnectionFactoryOverHTTP2.HTTP2(new HTTP2Client(connector))
                            : HttpClientConnectionFactory.HTTP11)
                    .toArray(ClientConnectionFactory.Info[]::new);
            transport = protocols.contains(UpstreamProtocol.HTTP_1_1)
                    ? new NegotiatingTransport(connector, infos)
                    : new HttpClientTransportDynamic(connector, infos);
        } else {
            HttpClientTransportOverHTTP overHttp = new HttpClientTransportOverHTTP(connector);
            overHttp.setHeaderCacheCaseSensitive(true); // values come back in the case in which they were sent
            transport = overHttp;
        }
        // Listeners run on the selector thread itself: a hand-off per event costs more than all they do.
        transport.setInvocationType(InvocationType.NON_BLOCKING);
        return transport;
    }

    private static SslContextFactory.Client tls(@Nullable Path trustStore, @Nullable String password) {
        SslContextFactory.Client tls = new SslContextFactory.Client(); // verifies chain and host name
        if (trustStore != null) {
            tls.setTrustStorePath(trustStore.toString());
            tls.setTrustStorePassword(password);
        }
        return tls;
    }

    private static QueuedThreadPool threads(String name, int maxThreads) {
        QueuedThreadPool threads = new QueuedThreadPool(maxThreads, Math.min(8, maxThreads));
        threads.setName(name);
        threads.setDaemon(true);
        return threads;
    }

    private static void limits(HttpClient client, ClientSettings settings) {
        Duration idle = settings.idleTimeout() == null ? IDLE : settings.idleTimeout();
        client.setMaxConnectionsPerDestination(settings.maxConnections());
        client.setMaxRequestsQueuedPerDestination(settings.maxQueuedRequests());
        client.setConnectTimeout(CONNECT.toMillis());
        client.setIdleTimeout(idle.toMillis());
        client.setDestinationIdleTimeout(idle.toMillis());
        client.setRequestBufferSize(settings.requestBufferSize());
        client.setResponseBufferSize(settings.responseBufferSize());
        client.setMaxRequestHeadersSize(MAX_HEAD_BYTES);
        client.setMaxResponseHeadersSize(MAX_HEAD_BYTES);
    }

    private static void passThrough(HttpClient client) {
        client.setFollowRedirects(false); // following is a decision of a route, hop by hop
        client.setHttpCookieStore(new HttpCookieStore.Empty()); // cookies of different visitors must not mix
        client.setUserAgentField(noField()); // the visitor's own, or none
        client.setDefaultRequestContentType(noText());
        client.setStrictEventOrdering(false);
    }

    @SuppressWarnings("NullAway") // the client takes null for "send none" and is not annotated
    private static org.eclipse.jetty.http.HttpField noField() {
        return (org.eclipse.jetty.http.@Nullable HttpField) null;
    }

    @SuppressWarnings("NullAway") // the client takes null for "add none" and is not annotated
    private static String noText() {
        return (@Nullable String) null;
    }
}
