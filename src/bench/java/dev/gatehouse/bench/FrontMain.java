package dev.gatehouse.bench;

import dev.gatehouse.servlet.GatehouseServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.eclipse.jetty.ee10.proxy.AsyncProxyServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.mitre.dsmiley.httpproxy.ProxyServlet;

/** One container with one proxy in it, in a process of its own: {@code FrontMain jetty|tomcat PROXY UPSTREAM [FIELDS]}. */
public final class FrontMain {

    private FrontMain() {}

    /** Starts it, prints {@code ready PORT} and stays. */
    public static void main(String[] args) throws Exception {
        String upstream = args[2];
        Map<String, String> settings = new LinkedHashMap<>();
        HttpServlet proxy =
                switch (args[1]) {
                    case "gatehouse" -> gatehouse(upstream, args.length > 3 ? args[3] : "", settings);
                    case "stock" -> stock(upstream, settings);
                    case "smiley" -> smiley(upstream, settings);
                    case "memory" -> new Memory();
                    default -> throw new IllegalArgumentException(args[1]);
                };
        int port = args[0].equals("jetty") ? jetty(proxy, settings) : tomcat(proxy, settings);
        System.out.println("ready " + port);
        Thread.currentThread().join();
    }

    /** With {@code fields}, more of the route as it stands in a table, or empty. */
    private static HttpServlet gatehouse(String upstream, String fields, Map<String, String> settings) {
        StringBuilder routes = new StringBuilder("{\"routes\":[");
        for (int i = 0; i < 99; i++) {
            routes.append("{\"match\":{\"host\":\"h" + i + ".test\",\"path\":\"/p" + i + "\"},\"upstream\":\"u" + i
                    + ".test\"},");
        }
        routes.append("{\"match\":{\"path\":\"/\"},\"scheme\":\"http\",\"allowPrivateUpstream\":true,\"upstream\":\""
                + upstream + "\"" + fields + "}]}");
        settings.put("config", routes.toString());
        return new GatehouseServlet();
    }

    private static HttpServlet stock(String upstream, Map<String, String> settings) {
        settings.put("proxyTo", "http://" + upstream);
        settings.put("maxThreads", "64");
        settings.put("viaHost", "bench");
        return new AsyncProxyServlet.Transparent();
    }

    private static HttpServlet smiley(String upstream, Map<String, String> settings) {
        settings.put("targetUri", "http://" + upstream);
        settings.put("http.maxConnections", "256");
        return new ProxyServlet();
    }

    /** The floor: the same container answering the same bytes from memory. */
    private static final class Memory extends HttpServlet {

        private static final long serialVersionUID = 1L;

        private final byte[] small = new byte[1024];
        private final byte[] large = new byte[100 * 1024];

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[] body = request.getRequestURI().contains("100k") ? large : small;
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
    }

    private static int jetty(HttpServlet proxy, Map<String, String> settings) throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        ServletHolder holder = new ServletHolder("proxy", proxy);
        holder.setInitParameters(settings);
        holder.setInitOrder(1);
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/*");
        server.setHandler(context);
        server.start();
        return connector.getLocalPort();
    }

    private static int tomcat(HttpServlet proxy, Map<String, String> settings) throws Exception {
        Tomcat tomcat = new Tomcat();
        String base = Files.createTempDirectory("bench-tomcat").toString();
        tomcat.setBaseDir(base);
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("socket.appWriteBufSize", "65536");
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", base);
        Wrapper wrapper = Tomcat.addServlet(context, "proxy", proxy);
        settings.forEach(wrapper::addInitParameter);
        wrapper.setLoadOnStartup(1);
        wrapper.setAsyncSupported(true);
        context.addServletMapping("/*", "proxy");
        tomcat.start();
        return connector.getLocalPort();
    }
}
