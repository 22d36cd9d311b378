package dev.gatehouse.testkit;

import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.event.Events;
import dev.gatehouse.servlet.GatehouseFilter;
import dev.gatehouse.servlet.GatehouseServlet;
import dev.gatehouse.servlet.Surroundings;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;

/** A container in this process with Gatehouse in it, on a free port of the loopback address. */
public final class Front implements AutoCloseable {

    /** Which container. */
    public enum Kind {
        JETTY,
        TOMCAT
    }

    private final int port;
    private final AutoCloseable container;

    private Front(int port, AutoCloseable container) {
        this.port = port;
        this.container = container;
    }

    /** The servlet, mapped to everything below {@code contextPath}. */
    public static Front servlet(Kind kind, String contextPath, Map<String, String> settings) throws Exception {
        return start(kind, contextPath, "/*", settings, null);
    }

    /** The servlet under a mapping of its own. */
    public static Front servletAt(Kind kind, String contextPath, String mapping, Map<String, String> settings)
            throws Exception {
        return start(kind, contextPath, mapping, settings, null);
    }

    /** The filter in front of {@code application}. */
    public static Front filter(Kind kind, String contextPath, Map<String, String> settings, HttpServlet application)
            throws Exception {
        return start(kind, contextPath, "/*", settings, application);
    }

    /** The filter with a table stated in code, in front of an application that answers 404. */
    public static Front filterInCode(Kind kind, RouteTableConfig table, List<Events> listeners) throws Exception {
        HttpServlet nothing = new HttpServlet() {
            private static final long serialVersionUID = 1L;
        };
        Map<String, String> settings = Map.of("gracePeriodSeconds", "0");
        GatehouseFilter filter = new GatehouseFilter(table, listeners);
        return kind == Kind.JETTY
                ? jetty("", "/*", settings, nothing, filter)
                : tomcat("", "/*", settings, nothing, filter);
    }

    /** The filter with these settings in front of an application that answers 404. */
    public static Front filter(
            Kind kind,
            Map<String, String> settings,
            @Nullable RouteTableConfig table,
            List<Events> listeners,
            Surroundings surroundings)
            throws Exception {
        HttpServlet nothing = new HttpServlet() {
            private static final long serialVersionUID = 1L;
        };
        Map<String, String> all = new HashMap<>(settings);
        all.putIfAbsent("gracePeriodSeconds", "0");
        GatehouseFilter filter = new GatehouseFilter(table, listeners, surroundings);
        return kind == Kind.JETTY ? jetty("", "/*", all, nothing, filter) : tomcat("", "/*", all, nothing, filter);
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        try {
            container.close();
        } catch (Exception failure) {
            throw new IllegalStateException("the container did not stop", failure);
        }
    }

    private static Front start(
            Kind kind,
            String contextPath,
            String mapping,
            Map<String, String> settings,
            @Nullable HttpServlet application)
            throws Exception {
        return kind == Kind.JETTY
                ? jetty(contextPath, mapping, settings, application, new GatehouseFilter())
                : tomcat(contextPath, mapping, settings, application, new GatehouseFilter());
    }

    private static Front jetty(
            String contextPath,
            String mapping,
            Map<String, String> settings,
            @Nullable HttpServlet application,
            GatehouseFilter proxy)
            throws Exception {
        Server server = new Server();
        HttpConfiguration http = new HttpConfiguration();
        ServerConnector connector =
                new ServerConnector(server, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler(contextPath.isEmpty() ? "/" : contextPath);
        context.getServletHandler().setDecodeAmbiguousURIs(true);
        if (application == null) {
            ServletHolder holder = new ServletHolder("gatehouse", new GatehouseServlet());
            holder.setInitParameters(settings);
            holder.setInitOrder(1);
            holder.setAsyncSupported(true);
            context.addServlet(holder, mapping);
        } else {
            FilterHolder filter = new FilterHolder(proxy);
            filter.setName("gatehouse");
            filter.setInitParameters(settings);
            filter.setAsyncSupported(true);
            context.addFilter(filter, mapping, EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
            ServletHolder holder = new ServletHolder("application", application);
            holder.setAsyncSupported(true);
            context.addServlet(holder, "/*");
        }
        server.setHandler(context);
        server.start();
        return new Front(connector.getLocalPort(), server::stop);
    }

    private static Front tomcat(
            String contextPath,
            String mapping,
            Map<String, String> settings,
            @Nullable HttpServlet application,
            GatehouseFilter proxy)
            throws Exception {
        Path base = Files.createTempDirectory("gatehouse-tomcat");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.addUpgradeProtocol(new Http2Protocol());
        tomcat.setConnector(connector);
        Context context = tomcat.addContext(contextPath, base.toString());
        if (application == null) {
            Wrapper wrapper = Tomcat.addServlet(context, "gatehouse", new GatehouseServlet());
            settings.forEach(wrapper::addInitParameter);
            wrapper.setLoadOnStartup(1);
            wrapper.setAsyncSupported(true);
            context.addServletMapping(mapping, "gatehouse");
        } else {
            FilterDef filter = new FilterDef();
            filter.setFilterName("gatehouse");
            filter.setFilter(proxy);
            filter.setAsyncSupported("true");
            settings.forEach(filter::addInitParameter);
            context.addFilterDef(filter);
            FilterMap map = new FilterMap();
            map.setFilterName("gatehouse");
            map.addURLPattern(mapping);
            map.setDispatcher("REQUEST");
            map.setDispatcher("ASYNC");
            context.addFilterMap(map);
            Wrapper wrapper = Tomcat.addServlet(context, "application", application);
            wrapper.setAsyncSupported(true);
            context.addServletMapping("/*", "application");
        }
        tomcat.start();
        if (!context.getState().isAvailable()) {
            stop(tomcat, base);
            throw new IllegalStateException("the application did not start");
        }
        return new Front(connector.getLocalPort(), () -> stop(tomcat, base));
    }

    private static void stop(Tomcat tomcat, Path base) throws LifecycleException, IOException {
        tomcat.stop();
        tomcat.destroy();
        try (var files = Files.walk(base)) {
            files.sorted(java.util.Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
