package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.OriginConnection;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real browser goes through a site that is mounted under a prefix: styles, images in several sizes, a script, a form, a
 * redirect and a cookie. It must never ask the site directly, and nothing may fail. Skipped where no Chromium is installed.
 */
class BrowserTest {

    private static final String PNG =
            "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\b\6\0\0\0\u001f\u0015\u00c4\u0089"
                    + "\0\0\0\rIDATx\u009cc\u00f8\u00cf\u00c0\u00f0\u001f\0\5\0\1\u00ff\u0089\u0099=\u001d\0\0\0\0IEND\u00aeB`\u0082";

    private static final String FIRST = """
            <!DOCTYPE html><html><head><title>one</title><link rel="icon" href="data:,">
            <link rel="stylesheet" href="/store/site.css"><base href="http://UP/store/">
            <script src="//UP/store/site.js"></script></head>
            <body style="background:url(/store/style-attribute.png)">
            <img src="small.png" srcset="/store/small.png 1x, http://UP/store/large.png 2x">
            <picture><source srcset="http://UP/store/source.png"><img src="/store/fallback.png"></picture>
            <svg width="9" height="9"><image href="/store/in-svg.png" width="9" height="9"/></svg>
            <iframe srcdoc="&lt;img src=&quot;/store/in-srcdoc.png&quot;&gt;"></iframe>
            <a id="next" href="http://UP/store/two">two</a>
            <script>addEventListener('load', () => setTimeout(() => document.getElementById('next').click(), 200))</script>
            </body></html>
            """;

    private static final String SECOND = """
            <!DOCTYPE html><html><head><title>two</title><link rel="icon" href="data:,"></head><body>
            <form id="form" method="post" action="/store/order"><input name="what" value="lamp"></form>
            <script>addEventListener('load', () => setTimeout(() => document.getElementById('form').submit(), 50))</script>
            </body></html>
            """;

    private static final String THIRD = """
            <!DOCTYPE html><html><head><title>three</title><link rel="icon" href="data:,"></head>
            <body><script>
            new Image().src = 'end.png?at=' + location.pathname + '&with=' + encodeURIComponent(document.cookie)
            </script></body></html>
            """;

    @Test
    void aVisitorNeverLeavesTheMount(@TempDir Path profile) throws Exception {
        String chromium = chromium();
        Assumptions.assumeTrue(chromium != null, "no Chromium is installed");
        try (ScriptedOrigin site = ScriptedOrigin.replying(BrowserTest::serve);
                Front front = Front.servlet(
                        Front.Kind.TOMCAT,
                        "/ctx",
                        Tables.settings(Tables.route(
                                "/shop",
                                site.authority() + "/store",
                                "'stripPrefix': true",
                                "'bodyRewrite': {'contentTypes': ['text/html', 'text/css', 'text/javascript']}")))) {
            String url = "http://127.0.0.1:" + front.port() + "/ctx/shop/";
            String log = browse(Objects.requireNonNull(chromium), profile, url, site);
            assertThat(site.requests().stream().map(WireMessage::target))
                    .contains("/store/end.png?at=/ctx/shop/three&with=basket%3Dlamp");
            assertThat(log).doesNotContain("CONSOLE").doesNotContain("net::ERR");
            assertThat(site.requests())
                    .as("whoever asks the site directly does not come through the proxy")
                    .allSatisfy(request ->
                            assertThat(request.header("X-Forwarded-Host")).isNotNull());
            assertThat(site.requests().stream().map(WireMessage::target))
                    .contains(
                            "/store/",
                            "/store/site.css",
                            "/store/imported.css",
                            "/store/in-css.png",
                            "/store/site.js",
                            "/store/style-attribute.png",
                            "/store/source.png",
                            "/store/in-svg.png",
                            "/store/in-srcdoc.png",
                            "/store/loaded.png",
                            "/store/two",
                            "/store/order",
                            "/store/three")
                    .allMatch(target -> target.startsWith("/store/"));
        }
    }

    private static void serve(WireMessage request, OriginConnection connection) throws IOException {
        String up = Objects.requireNonNull(request.header("Host"));
        String path = request.target();
        if (path.endsWith(".png")) {
            connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: " + PNG.length() + "\r\n\r\n" + PNG);
        } else if (path.equals("/store/order")) {
            connection.respond(
                    303,
                    "",
                    "Location: http://" + up + "/store/three",
                    "Set-Cookie: basket=lamp; Path=/store; Domain=x.test");
        } else {
            connection.respond(200, body(path).replace("UP", up), "Content-Type: " + type(path));
        }
    }

    private static String body(String path) {
        return switch (path) {
            case "/store/" -> FIRST;
            case "/store/two" -> SECOND;
            case "/store/three" -> THIRD;
            case "/store/site.css" -> "@import '/store/imported.css'; body { color: red }";
            case "/store/imported.css" -> "a { background: url(\"http://UP/store/in-css.png\") }";
            case "/store/site.js" -> "new Image().src = 'http://UP/store/loaded.png';";
            default -> "unexpected";
        };
    }

    private static String type(String path) {
        return path.endsWith(".css")
                ? "text/css"
                : path.endsWith(".js") ? "text/javascript" : "text/html; charset=utf-8";
    }

    /** Lets the browser go through the site until its last page has asked for its last image; returns its log. */
    private static String browse(String chromium, Path profile, String url, ScriptedOrigin site) throws Exception {
        Path out = profile.resolve("out.txt");
        Process browser = new ProcessBuilder(
                        chromium,
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--enable-logging=stderr",
                        "--remote-debugging-port=0", // keeps it open
                        "--user-data-dir=" + profile.resolve("profile"),
                        url)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> site.requests().stream()
                            .anyMatch(request -> request.target().contains("end.png")));
        } finally {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly();
            browser.waitFor(10, TimeUnit.SECONDS);
        }
        String log = Files.readString(out, StandardCharsets.UTF_8);
        delete(profile.resolve("profile"));
        return log;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static @org.jspecify.annotations.Nullable String chromium() {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .filter(path -> Files.isExecutable(Path.of(path)))
                .findFirst()
                .orElse(null);
    }
}
