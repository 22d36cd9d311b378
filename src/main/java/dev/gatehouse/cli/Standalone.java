package dev.gatehouse.cli;

import dev.gatehouse.config.model.ServerSettings;
import dev.gatehouse.config.source.SettingLookup;
import dev.gatehouse.net.Authority;
import dev.gatehouse.servlet.GatehouseServlet;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The container that comes with the WAR: Jetty with the servlet as the WAR's own web.xml declares it, for HTTP/1.1 and
 * HTTP/2 in clear text. Ambiguous paths reach the proxy as they were sent, which judges them itself.
 */
final class Standalone {

    private static final Logger LOG = LoggerFactory.getLogger(Standalone.class);

    private static final int HEADER_BYTES = 65_536;

    private final Server server = new Server();
    private final ServerConnector connector;
    private final GracefulHandler requests;
    private final Address address;
    private final Duration gracePeriod;

    /**
     * A server, not yet started.
     *
     * @param initParameters the servlet's settings; those missing are looked up as usual
     * @param gracePeriod how long requests under way may take when it stops
     */
    Standalone(Address address, Map<String, String> initParameters, Duration gracePeriod) {
        this.address = address;
        this.gracePeriod = gracePeriod;
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setUriCompliance(UriCompliance.RFC3986);
        http.setRequestHeaderSize(HEADER_BYTES);
        http.setResponseHeaderSize(HEADER_BYTES);
        connector =
                new ServerConnector(server, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
        connector.setHost(address.host);
        connector.setPort(address.port);
        server.addConnector(connector);
        requests = new GracefulHandler(context(initParameters));
        server.setHandler(requests);
    }

    /** The setting {@code gracePeriodSeconds} of this process. @throws Refusal where settings are faulty */
    static Duration gracePeriod() {
        SettingLookup lookup = SettingLookup.ofProcess(List.of());
        ServerSettings.Outcome outcome = ServerSettings.read(lookup::find);
        if (outcome instanceof ServerSettings.Outcome.Faulty faulty) {
            throw new Refusal(String.join(
                    System.lineSeparator(),
                    faulty.problems().stream().map(Object::toString).toList()));
        }
        return ((ServerSettings.Outcome.Ready) outcome).settings().gracePeriod();
    }

    private ServletContextHandler context(Map<String, String> initParameters) {
        ServletContextHandler context = new ServletContextHandler(address.contextPath());
        context.setDisplayName("Gatehouse");
        context.setAllowNullPathInContext(true); // /shop is ours to answer, not Jetty's to redirect to /shop/
        context.getServletHandler().setDecodeAmbiguousURIs(true);
        context.getServletHandler().setStartWithUnavailable(false);
        ServletHolder holder = new ServletHolder("gatehouse", GatehouseServlet.class);
        holder.setInitParameters(initParameters);
        holder.setInitOrder(1);
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/*");
        return context;
    }

    /** Starts it. @throws Refusal where settings are faulty or the port is taken; nothing is left running then */
    void start() throws Exception {
        try {
            server.start();
        } catch (Exception failure) {
            stop();
            throw refusal(failure);
        }
    }

    private Exception refusal(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ServletException && cause.getMessage() != null) {
                return new Refusal(cause.getMessage());
            }
            if (cause instanceof IOException) {
                return new Refusal(
                        address.host + ":" + address.port + ": cannot be listened on: " + cause.getMessage());
            }
        }
        return failure;
    }

    /** Where it is reached, once it has started. */
    String url() {
        String host = address.host.equals("0.0.0.0") || address.host.equals("::") ? "127.0.0.1" : address.host;
        String literal = Authority.bracketed(host);
        String path = address.contextPath();
        return "http://" + literal + ":" + port() + (path.equals("/") ? path : path + "/");
    }

    int port() {
        return connector.getLocalPort();
    }

    /**
     * Takes no new requests, lets those under way end for the grace period, then stops. Jetty's own way of stopping would
     * also wait for idle connections, and cut streams that are silent for a second.
     */
    void stop() {
        try {
            if (server.isStarted()) {
                connector.close();
                requests.shutdown().get(gracePeriod.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (TimeoutException | ExecutionException | InterruptedException over) {
            LOG.info("requests under way are broken off");
        }
        try {
            server.stop();
        } catch (Exception failure) {
            throw new IllegalStateException("could not stop", failure);
        }
    }

    /** Waits until it has stopped. */
    void join() throws InterruptedException {
        server.join();
    }
}
