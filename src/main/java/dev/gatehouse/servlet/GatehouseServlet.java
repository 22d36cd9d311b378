package dev.gatehouse.servlet;

import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.event.Events;
import dev.gatehouse.gateway.Handling;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.ee10.proxy.AsyncProxyServlet;
import org.jspecify.annotations.Nullable;

/**
 * The proxy as a servlet. It takes part in Jetty's proxy servlet family for its life cycle and its client, and hands every
 * request to the {@code gateway}; what no route claims is answered 404.
 *
 * <p>Threads: shared by all requests of the container.
 */
public class GatehouseServlet extends AsyncProxyServlet {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable RouteTableConfig code;
    private final transient List<Events> listeners;
    private final transient Surroundings surroundings;

    private transient @Nullable Lifecycle lifecycle;

    /** A servlet that takes its settings from init parameters, system properties, environment and JNDI. */
    public GatehouseServlet() {
        this(null, List.of());
    }

    /**
     * A servlet for an application that states its routes in code.
     *
     * @param code the table; null to read the one that the settings name
     * @param listeners hear of every request that a route claims
     */
    public GatehouseServlet(@Nullable RouteTableConfig code, List<Events> listeners) {
        this(code, listeners, Surroundings.PLATFORM);
    }

    /** The same, where the application also says what is taken from outside. */
    public GatehouseServlet(@Nullable RouteTableConfig code, List<Events> listeners, Surroundings surroundings) {
        this.code = code;
        this.listeners = List.copyOf(listeners);
        this.surroundings = surroundings;
    }

    @Override
    public void init(ServletConfig config) throws ServletException {
        Lifecycle starting = new Lifecycle(config, code, listeners, surroundings);
        lifecycle = starting;
        try {
            super.init(new ProxyServletConfig(config));
            starting.start(getHttpClient());
        } catch (ServletException | RuntimeException refused) {
            starting.stop();
            log(refused.getMessage() == null ? refused.toString() : refused.getMessage());
            throw refused;
        }
    }

    /** Builds the client from our settings; the parent's own way needs a thread pool that only Jetty has. */
    @Override
    protected HttpClient createHttpClient() throws ServletException {
        return started().startClient();
    }

    private Lifecycle started() throws UnavailableException {
        Lifecycle started = lifecycle;
        if (started == null) {
            throw new UnavailableException("not started");
        }
        return started;
    }

    /** Lets requests under way finish for a while, then stops everything that was started. */
    @Override
    public void destroy() {
        Lifecycle started = lifecycle;
        if (started != null) {
            started.stop();
            getServletContext().removeAttribute(getServletConfig().getServletName() + ".HttpClient");
        }
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (handle(request, response) == Handling.PASS_ON) {
            Engine engine = engine();
            engine.gateway().answerNotFound(new ServletClientRequest(request, response, engine.reading()));
        }
    }

    /** Takes a request; one that comes back as {@link Handling#PASS_ON} has not been touched. */
    Handling handle(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        if (request.getAttribute(ServletClientRequest.CLIENT) instanceof ContainerClient client) {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                client.onDispatch(request, response);
            } // any other is for an error page of the application, after we cut the response: it must not be sent again
            return Handling.HANDLED;
        }
        Engine engine = engine();
        engine.loops().arrived(request::getLocalPort);
        ServletClientRequest client = new ServletClientRequest(request, response, engine.reading());
        try {
            return engine.gateway().handle(client);
        } catch (UncheckedIOException gone) {
            throw gone.getCause(); // the client left while it was answered; nobody is to blame
        } catch (RuntimeException fault) {
            log("fault before a request was forwarded", fault);
            if (request.isAsyncStarted() || response.isCommitted()) {
                throw fault; // too late for an answer of ours; the container ends it
            }
            response.reset();
            engine.gateway().answerFault(client);
            return Handling.HANDLED;
        }
    }

    private Engine engine() throws UnavailableException {
        Engine engine = started().engine();
        if (engine == null) {
            throw new UnavailableException("not started");
        }
        return engine;
    }
}
