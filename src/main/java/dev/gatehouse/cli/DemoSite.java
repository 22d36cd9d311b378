package dev.gatehouse.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The site behind the proxy in the demo: a shop, and pages that misbehave on purpose. It listens on a free port of the
 * loopback address and knows nothing of the proxy.
 *
 * <p>Threads: shared by all of its requests.
 */
final class DemoSite {

    private static final String FOLDER = "demo/";
    private static final String HTML = "text/html; charset=utf-8";
    private static final Set<String> LAMPS = Set.of("harbour", "reading", "porch");
    private static final String COOKIE = "visitor";

    private final Server server = new Server();
    private final ServerConnector connector;
    private final Set<String> seenByFlaky = ConcurrentHashMap.newKeySet();

    private DemoSite() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                return answer(request, response, callback);
            }
        });
    }

    static DemoSite start() throws Exception {
        DemoSite site = new DemoSite();
        site.server.start();
        return site;
    }

    void stop() {
        try {
            server.stop();
        } catch (Exception failure) {
            throw new IllegalStateException("could not stop", failure);
        }
    }

    /** The table that shows the site, as JSON text. */
    String table() throws IOException {
        return filled("routes.json", Map.of());
    }

    private String authority() {
        return "127.0.0.1:" + connector.getLocalPort();
    }

    private boolean answer(Request request, Response response, Callback callback) throws Exception {
        String path = Request.getPathInContext(request);
        String file = path.substring(path.lastIndexOf('/') + 1);
        if (path.startsWith("/store/") && request.getMethod().equals("POST")) {
            return post(file, request, response, callback);
        }
        if (file.endsWith(".css")) {
            return send(response, callback, "text/css; charset=utf-8", filled("style.css", Map.of()));
        }
        if (file.endsWith(".svg") && LAMPS.contains(file.replace(".svg", ""))) {
            return send(response, callback, "image/svg+xml", filled(file, Map.of()));
        }
        return switch (path) {
            case "/start/" -> send(response, callback, HTML, filled("index.html", Map.of()));
            case "/start/routes.json" -> send(response, callback, "text/plain; charset=utf-8", table());
            case "/store/" -> shelf(request, response, callback);
            case "/store/lamp" -> lamp(request, response, callback, "lamp.html");
            case "/store/thanks" -> lamp(request, response, callback, "thanks.html");
            case "/store/sign-in" -> page(response, callback, "Sign in", "../", "sign-in.html", Map.of());
            case "/echo/", "/echo" -> echo(request, response, callback);
            case "/hello/", "/hello" -> page(response, callback, "Good day", "./", "hello.html", Map.of());
            case "/hallo/", "/hallo" -> page(response, callback, "Guten Tag", "./", "hallo.html", Map.of());
            case "/flaky/", "/flaky" -> flaky(request, response, callback);
            case "/slow/", "/slow" -> slow(response, callback);
            case "/clock/" -> page(response, callback, "A live stream", "../", "clock.html", Map.of());
            case "/clock/ticks" -> ticks(response, callback);
            default -> notFound(response, callback);
        };
    }

    private boolean post(String file, Request request, Response response, Callback callback) throws Exception {
        Fields form = Request.getParameters(request);
        String name = form.getValue("name") == null ? "" : form.getValue("name");
        if (file.equals("sign-in")) {
            String value = URLEncoder.encode(name, StandardCharsets.UTF_8);
            response.getHeaders().add("Set-Cookie", COOKIE + "=" + value + "; Path=/store; HttpOnly");
            return redirect(response, callback, "/store/");
        }
        String lamp = LAMPS.contains(name) ? name : "harbour";
        return redirect(response, callback, "http://" + authority() + "/store/thanks?name=" + lamp);
    }

    private static boolean redirect(Response response, Callback callback, String to) {
        response.setStatus(303);
        response.getHeaders().put(HttpHeader.LOCATION, to);
        callback.succeeded();
        return true;
    }

    private boolean shelf(Request request, Response response, Callback callback) throws IOException {
        String visitor = visitor(request);
        String greeting = visitor == null ? "You are not signed in." : "Signed in as " + escaped(visitor) + ".";
        String path = escaped(Request.getPathInContext(request));
        return page(response, callback, "Three Lamps", "../", "shop.html", Map.of("visitor", greeting, "path", path));
    }

    private static @Nullable String visitor(Request request) {
        for (HttpCookie cookie : Request.getCookies(request)) {
            if (cookie.getName().equals(COOKIE)) {
                return URLDecoder.decode(cookie.getValue(), StandardCharsets.UTF_8);
            }
        }
        return null;
    }

    private boolean lamp(Request request, Response response, Callback callback, String template) throws IOException {
        String asked = Request.extractQueryParameters(request).getValue("name");
        String lamp = asked != null && LAMPS.contains(asked) ? asked : "harbour";
        String name = Character.toUpperCase(lamp.charAt(0)) + lamp.substring(1);
        return page(response, callback, name, "../", template, Map.of("file", lamp, "name", name));
    }

    private boolean echo(Request request, Response response, Callback callback) throws IOException {
        StringBuilder ours = new StringBuilder();
        StringBuilder others = new StringBuilder();
        for (HttpField field : request.getHeaders()) {
            String name = field.getLowerCaseName();
            (name.startsWith("x-") || name.equals("host") ? ours : others)
                    .append("<tr><td><code>")
                    .append(escaped(name))
                    .append("</code><td>")
                    .append(escaped(String.valueOf(field.getValue())));
        }
        return page(
                response,
                callback,
                "Header rules",
                "./",
                "headers.html",
                Map.of("rows", ours.append(others).toString()));
    }

    /** Hangs up on a request that it has not seen yet. */
    private boolean flaky(Request request, Response response, Callback callback) throws IOException {
        String id = String.valueOf(request.getHeaders().get("x-request-id"));
        if (seenByFlaky.add(id)) {
            request.getConnectionMetaData().getConnection().getEndPoint().close();
            callback.succeeded();
            return true;
        }
        seenByFlaky.remove(id);
        return page(response, callback, "A retry", "./", "flaky.html", Map.of("attempt", "2", "id", escaped(id)));
    }

    private boolean slow(Response response, Callback callback) throws Exception {
        TimeUnit.SECONDS.sleep(10);
        return page(response, callback, "Late", "./", "slow.html", Map.of());
    }

    private static boolean ticks(Response response, Callback callback) throws InterruptedException {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        try (OutputStream out = Content.Sink.asOutputStream(response)) {
            while (true) {
                LocalTime now = LocalTime.now(java.time.ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
                out.write(("data: " + now + "\n\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
                TimeUnit.SECONDS.sleep(1);
            }
        } catch (IOException gone) {
            callback.failed(gone);
        }
        return true;
    }

    private boolean notFound(Response response, Callback callback) {
        response.setStatus(404);
        return send(response, callback, "text/plain; charset=utf-8", "There is no such page.\n");
    }

    private boolean page(
            Response response,
            Callback callback,
            String title,
            String home,
            String template,
            Map<String, String> values)
            throws IOException {
        Map<String, String> shell = new HashMap<>(values);
        shell.put("title", title);
        shell.put("home", home);
        shell.put("content", filled(template, values));
        return send(response, callback, HTML, filled("page.html", shell));
    }

    private static boolean send(Response response, Callback callback, String type, String text) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        Content.Sink.write(response, true, text, callback);
        return true;
    }

    /** A file of the site with its {@code {{name}}} places filled. */
    private String filled(String file, Map<String, String> values) throws IOException {
        try (InputStream in = DemoSite.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IOException("the demo lacks " + file);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("{{site}}", authority());
            for (Map.Entry<String, String> value : values.entrySet()) {
                text = text.replace("{{" + value.getKey() + "}}", value.getValue());
            }
            return text;
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
