package dev.gatehouse.servlet;

import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.event.Events;
import dev.gatehouse.gateway.Handling;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The proxy as a filter: requests that a route claims are taken, all others go on to the application behind it.
 *
 * <p>Map it with {@code async-supported} and for the dispatcher types {@code REQUEST} and {@code ASYNC}; Tomcat needs the
 * latter to write large responses and to break off those that fail.
 *
 * <p>Threads: shared by all requests of the container.
 */
public class GatehouseFilter implements Filter {

    private final GatehouseServlet servlet;

    /** A filter that takes its settings from init parameters, system properties, environment and JNDI. */
    public GatehouseFilter() {
        this.servlet = new GatehouseServlet();
    }

    /**
     * A filter for an application that states its routes in code.
     *
     * @param code the table; {@code RouteTables.define} and {@code RouteTableBuilder} make one
     * @param listeners hear of every request that a route claims
     */
    public GatehouseFilter(RouteTableConfig code, List<Events> listeners) {
        this.servlet = new GatehouseServlet(code, listeners);
    }

    /**
     * The same, where the application also says what is taken from outside.
     *
     * @param code the table; null to read the one that the settings name
     */
    public GatehouseFilter(@Nullable RouteTableConfig code, List<Events> listeners, Surroundings surroundings) {
        this.servlet = new GatehouseServlet(code, listeners, surroundings);
    }

    @Override
    public void init(FilterConfig config) throws ServletException {
        servlet.init(new FilterServletConfig(config));
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest httpRequest)
                || !(response instanceof HttpServletResponse httpResponse)
                || servlet.handle(httpRequest, httpResponse) == Handling.PASS_ON) {
            chain.doFilter(request, response);
        }
    }

    @Override
    public void destroy() {
        servlet.destroy();
    }
}
