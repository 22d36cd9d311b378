package dev.gatehouse.servlet;

import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.source.ConfigSources;
import dev.gatehouse.event.Events;
import dev.gatehouse.gateway.Handling;
import dev.gatehouse.net.TrustedPeers;
import dev.gatehouse.transport.ClientOptions;
import dev.gatehouse.transport.HttpClients;
import dev.gatehouse.transport.NameLookup;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.eclipse.jetty.client.HttpClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything one deployment starts and stops. */
final class Lifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    private final ServletConfig config;
    private @Nullable Engine engine;

    Lifecycle(ServletConfig config) {
        this.config = config;
    }

    HttpClient startClient() throws ServletException {
        HttpClient client = HttpClients.build("gatehouse", ClientOptions.DEFAULT, NameLookup.SYSTEM);
        try {
            client.start();
            HttpClients.afterStart(client);
        } catch (Exception e) {
            throw new ServletException(e);
        }
        return client;
    }

    void start(HttpClient client) {
        String setting = config.getInitParameter("config");
        Reading reading = new Reading(
                Container.of(config.getServletContext()), Buffers.create(), TrustedPeers.NOBODY, false, null);
        engine = new Engine(
                client,
                RouteTables.load(ConfigSources.fromSetting(setting == null ? "" : setting, (e, i) -> {}))
                        .orElseThrow()
                        .orThrow(),
                Events.NONE,
                reading);
    }

    Handling handle(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        if (request.getDispatcherType() == DispatcherType.ASYNC
                && request.getAttribute(ServletClientRequest.CLIENT) instanceof ContainerClient client) {
            client.onDispatch(request, response);
            return Handling.HANDLED;
        }
        Engine running = engine;
        if (running == null) {
            throw new ServletException("not started");
        }
        return running.gateway().handle(new ServletClientRequest(request, response, running.reading()));
    }

    void unmatched(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setStatus(404);
    }

    void stop() {
        Engine running = engine;
        if (running != null) {
            running.close();
        }
        LOG.info("stopped");
    }
}
