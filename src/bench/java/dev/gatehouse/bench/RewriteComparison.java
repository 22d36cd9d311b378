package dev.gatehouse.bench;

import dev.gatehouse.bench.Arena.Contender;
import dev.gatehouse.bench.Arena.Figures;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rewriting a page of about 1 MB on its way, beside nginx with {@code sub_filter} and Apache httpd with {@code
 * mod_proxy_html}: CPU time of the proxy's own processes per MB, and MB/s. Each is measured with the links of one host and
 * with those of 16 more; before that, a page is fetched through each and looked over, so that nobody wins by leaving
 * links as they are. The contenders take turns; medians are shown.
 *
 * <p>Needs Linux, {@code nginx} with {@code sub_filter}, {@code apache2} with {@code mod_proxy_html}, and {@code wrk}.
 * Without {@code apache2} it is left out.
 *
 * <pre>
 *   RewriteComparison [rounds=3] [seconds=6] [warmup=20] [connections=4] [containers=jetty,tomcat] [apache=/usr/sbin/apache2]
 * </pre>
 */
public final class RewriteComparison {

    private static final int HOSTS = 16;
    private static final String PAGE = "/page.html";
    private static final String ALL_FINDS = "sub_filter_once off; ";
    private static final String PLAIN = "plain";
    private static final String ONE = "links";
    private static final String ALL = "links+16";

    private final Arena arena;
    private final int originPort;
    private final List<Contender> contenders = new ArrayList<>();
    private int pageBytes;

    private RewriteComparison(Arena arena) throws IOException {
        this.arena = arena;
        this.originPort = Arena.freePort();
    }

    /** Runs the comparison. */
    public static void main(String[] args) throws Exception {
        try (Arena arena = new Arena(args)) {
            new RewriteComparison(arena).run();
        }
    }

    private void run() throws Exception {
        Path root = arena.folder("root");
        byte[] page = new BenchPage("127.0.0.1:" + originPort, IntStream.range(0, HOSTS).mapToObj(RewriteComparison::host).toList()).bytes();
        pageBytes = page.length;
        Files.write(root.resolve(PAGE.substring(1)), page);
        arena.origin(originPort, root);
        startAll();
        for (Contender contender : contenders) {
            check(contender);
        }
        int connections = arena.number("connections", 4);
        for (Contender contender : contenders) {
            boolean isJava = contender.name().contains("gatehouse");
            arena.measure(contender, PAGE, connections, isJava ? arena.number("warmup", 20) : 1);
        }
        print(arena.rounds(contenders, PAGE, connections, arena.number("rounds", 3), arena.number("seconds", 6)));
    }

    // ---- contenders

    private void startAll() throws IOException, InterruptedException {
        contenders.add(arena.nginxProxy("nginx " + PLAIN, originPort, ""));
        contenders.add(arena.nginxProxy("nginx " + ONE, originPort, ALL_FINDS + subFilter(upstream(), "http://127.0.0.1:PORT")));
        contenders.add(arena.nginxProxy(
                "nginx " + ALL,
                originPort,
                ALL_FINDS + each(i -> subFilter(pattern(i), replacement(i)))));
        if (Files.isExecutable(Path.of(arena.option("apache", "/usr/sbin/apache2")))) {
            contenders.add(apache(ONE, urlMap(upstream(), "http://127.0.0.1:PORT")));
            contenders.add(
                    apache(ALL, urlMap(upstream(), "http://127.0.0.1:PORT") + each(i -> urlMap(pattern(i), replacement(i)))));
        }
        String pairs = IntStream.range(0, HOSTS)
                .mapToObj(i -> "{\"from\":\"" + pattern(i) + "\",\"to\":\"" + replacement(i) + "\"}")
                .collect(Collectors.joining(","));
        for (String container : arena.list("containers", "jetty,tomcat")) {
            contenders.add(gatehouse(container, PLAIN, ""));
            contenders.add(gatehouse(container, ONE, ",\"bodyRewrite\":{}"));
            contenders.add(gatehouse(container, ALL, ",\"bodyRewrite\":{\"replace\":[" + pairs + "]}"));
        }
    }

    private Contender gatehouse(String container, String what, String fields) throws IOException {
        return arena.front(
                container + " gatehouse " + what, container, "gatehouse", "127.0.0.1:" + originPort, fields);
    }

    private Contender apache(String what, String maps) throws IOException, InterruptedException {
        int port = Arena.freePort();
        Path base = arena.folder("apache " + what);
        Path conf = base.resolve("apache.conf");
        Files.writeString(
                conf,
                """
                LoadModule mpm_event_module MODULES/mod_mpm_event.so
                LoadModule authz_core_module MODULES/mod_authz_core.so
                LoadModule proxy_module MODULES/mod_proxy.so
                LoadModule proxy_http_module MODULES/mod_proxy_http.so
                LoadModule xml2enc_module MODULES/mod_xml2enc.so
                LoadModule proxy_html_module MODULES/mod_proxy_html.so
                ServerRoot "BASE"
                ServerName bench.test
                DefaultRuntimeDir "BASE"
                PidFile "BASE/pid"
                ErrorLog "BASE/error.log"
                Listen 127.0.0.1:PORT
                User www-data
                Group www-data
                StartServers 1
                ServerLimit 1
                ThreadsPerChild 32
                MaxRequestWorkers 32
                MinSpareThreads 1
                MaxSpareThreads 32
                KeepAlive On
                MaxKeepAliveRequests 0
                ProxyPass / http://127.0.0.1:ORIGIN/ enablereuse=on
                ProxyHTMLEnable On
                ProxyHTMLLinks a href
                ProxyHTMLLinks link href
                ProxyHTMLLinks img src srcset longdesc usemap
                ProxyHTMLLinks form action
                ProxyHTMLLinks script src for
                ProxyHTMLLinks base href
                ProxyHTMLLinks input src usemap
                """
                                .replace("MODULES", arena.option("modules", "/usr/lib/apache2/modules"))
                                .replace("BASE", base.toString())
                                .replace("ORIGIN", Integer.toString(originPort))
                                .replace("PORT", Integer.toString(port))
                        + maps.replace("PORT", Integer.toString(port)));
        Process process = arena.start(
                arena.option("apache", "/usr/sbin/apache2"), "-DFOREGROUND", "-f", conf.toString());
        return new Contender("apache " + what, process, port);
    }

    private String upstream() {
        return "http://127.0.0.1:" + originPort;
    }

    private static String host(int i) {
        return "h" + (char) ('a' + i) + ".partner.test";
    }

    private static String pattern(int i) {
        return "http://" + host(i);
    }

    private static String replacement(int i) {
        return "http://www.test/" + (char) ('a' + i);
    }

    private static String subFilter(String from, String to) {
        return "sub_filter '" + from + "' '" + to + "'; ";
    }

    private static String urlMap(String from, String to) {
        return "ProxyHTMLURLMap " + from + " " + to + "\n";
    }

    private static String each(IntFunction<String> part) {
        return IntStream.range(0, HOSTS).mapToObj(part).collect(Collectors.joining());
    }

    // ---- checking and measuring

    /** Whoever is to map links has mapped them all. */
    private void check(Contender contender) throws IOException {
        URL url = URI.create("http://127.0.0.1:" + contender.port() + PAGE).toURL();
        String page;
        try (InputStream in = url.openStream()) {
            page = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        boolean isOne = contender.name().endsWith(ONE);
        boolean isAll = contender.name().endsWith(ALL);
        boolean mapsUpstream = isOne || isAll && !contender.name().startsWith("nginx");
        int upstreamLinks = count(page, "href=\"" + upstream());
        int otherLinks = count(page, "href=\"http://h");
        if (upstreamLinks > 0 == mapsUpstream || otherLinks > 0 == isAll || page.length() < pageBytes / 2) {
            System.err.printf(
                    "%s: %d characters, %d and %d links unmapped%n",
                    contender.name(), page.length(), upstreamLinks, otherLinks);
        }
    }

    private static int count(String page, String link) {
        int count = 0;
        for (int at = page.indexOf(link); at >= 0; at = page.indexOf(link, at + 1)) {
            count++;
        }
        return count;
    }

    private void print(Map<String, List<Figures>> all) {
        System.out.printf("%n%d bytes, %d connections%n", pageBytes, arena.number("connections", 4));
        System.out.printf(
                "%-28s %10s %12s %10s %10s %10s   %s%n", "", "CPU ms/MB", "MB/CPU s", "x nginx", "x apache", "MB/s", "rounds");
        all.forEach((name, figures) -> {
            String what = name.substring(name.lastIndexOf(' ') + 1);
            double cpu = millisPerMegabyte(all.get(name));
            System.out.printf(
                    Locale.ROOT,
                    "%-28s %10.2f %12.0f %10.2f %10s %10.0f   %s%n",
                    name,
                    cpu,
                    1000 / cpu,
                    millisPerMegabyte(all.get("nginx " + what)) / cpu,
                    all.containsKey("apache " + what)
                            ? String.format(Locale.ROOT, "%.2f", millisPerMegabyte(all.get("apache " + what)) / cpu)
                            : "",
                    Arena.middle(figures.stream().mapToDouble(Figures::perSecond).toArray()) * pageBytes / 1e6,
                    figures.stream()
                            .map(figure -> String.format(Locale.ROOT, "%.2f", figure.cpuMicros() * 1e3 / pageBytes))
                            .toList());
        });
    }

    private double millisPerMegabyte(List<Figures> figures) {
        return Arena.medianCpuMicros(figures) * 1e3 / pageBytes;
    }
}
