package dev.gatehouse.servlet;

import dev.gatehouse.gateway.Handling;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.ee10.proxy.AsyncProxyServlet;

/**
 * The proxy as a servlet. It takes part in Jetty's proxy servlet family for its life cycle and its client, and hands every
 * request to the {@code gateway}; what no route claims is answered 404.
 *
 * <p>Threads: shared by all requests of the container.
 */
public class GatehouseServlet extends AsyncProxyServlet {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway.Init") // set in init, before any request
    private transient Lifecycle lifecycle;

    /** A servlet that takes its settings from init parameters, system properties, environment and JNDI. */
    public GatehouseServlet() {}

    @Override
    public void init(ServletConfig config) throws ServletException {
        lifecycle = new Lifecycle(config);
        super.init(new ProxyServletConfig(config));
        try {
            lifecycle.start(getHttpClient());
        } catch (RuntimeException refused) {
            destroy();
            throw new ServletException(refused.getMessage(), refused);
        }
    }

    /** Builds the client from our settings; the parent's own way needs a thread pool that only Jetty has. */
    @Override
    protected HttpClient createHttpClient() throws ServletException {
        return lifecycle.startClient();
    }

    @Override
    public void destroy() {
        lifecycle.stop();
        getServletContext().removeAttribute(getServletConfig().getServletName() + ".HttpClient");
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (handle(request, response) == Handling.PASS_ON) {
            lifecycle.unmatched(request, response);
        }
    }

    /** Takes a request; one that comes back as {@link Handling#PASS_ON} has not been touched. */
    Handling handle(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        return lifecycle.handle(request, response);
    }
}
