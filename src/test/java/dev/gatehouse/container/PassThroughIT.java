package dev.gatehouse.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.OriginConnection;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.WireMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests and responses pass both ways unchanged, on every container and at every mount. */
@ParameterizedClass
@MethodSource("dev.gatehouse.container.Kind#all")
class PassThroughIT {

    private static final int[] SIZES = {
        0, 1, 8191, 8192, 8193, 16383, 16384, 16385, 131_071, 131_072, 131_073, 3_000_000
    };

    @RegisterExtension
    static final Deployed FRONT = new Deployed();

    private static @Nullable PathOrigin origin;

    PassThroughIT(Kind kind) {}

    @BeforeParameterizedClassInvocation
    static void start(Kind kind) throws IOException {
        PathOrigin started = new PathOrigin();
        origin = started;
        String up = started.authority();
        FRONT.start(
                kind,
                Map.of(
                        Mount.ROOT, Deployed.route("/only-root", up),
                        Mount.DEEPER, Deployed.route("/only-deeper", up)),
                Deployed.route("/all", up),
                Deployed.route("/shop", up + "/base", "'stripPrefix': true"),
                Deployed.route("/nowhere", "127.0.0.1:" + closedPort()),
                "{\"match\": {\"path\": \"/edge\"}, \"respond\": {\"status\": 403, \"body\": \"closed\","
                        + " \"contentType\": \"text/plain\"}}");
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        FRONT.stop();
        origin().close();
    }

    @ParameterizedTest
    @EnumSource
    void bodiesOfEverySizeAndFramingPassBothWays(Mount mount) throws Exception {
        assertBodiesPass(mount, HttpClient.Version.HTTP_1_1);
    }

    @ParameterizedTest
    @EnumSource
    void bodiesOfEverySizePassBothWaysOverHttp2(Mount mount) throws Exception {
        assertBodiesPass(mount, HttpClient.Version.HTTP_2);
    }

    private static void assertBodiesPass(Mount mount, HttpClient.Version version) throws Exception {
        origin().reply("/all/echo", (request, connection) -> echo(request, connection));
        HttpClient client = HttpClient.newBuilder().version(version).build();
        // one without a body first: with it a client changes to HTTP/2
        assertThat(client.send(HttpRequest.newBuilder(uri(mount, "/elsewhere")).build(), BodyHandlers.discarding())
                        .version())
                .isEqualTo(version);
        for (int size : SIZES) {
            byte[] body = bytes(size);
            for (String framing : List.of("length", "chunked")) {
                var response = client.send(upload(mount, framing, body), BodyHandlers.ofByteArray());
                String what = size + " bytes, " + framing;
                assertThat(response.statusCode()).as(what).isEqualTo(200);
                assertThat(response.body()).as(what).isEqualTo(body);
                if (framing.equals("length")) { // that of a short chunked one the container may have counted
                    assertThat(response.headers().firstValue("Content-Length"))
                            .as(what)
                            .hasValue(Integer.toString(size));
                }
            }
        }
    }

    private static HttpRequest upload(Mount mount, String framing, byte[] body) {
        return HttpRequest.newBuilder(uri(mount, "/all/echo?" + framing))
                .timeout(Duration.ofSeconds(10))
                .POST(
                        framing.equals("length")
                                ? HttpRequest.BodyPublishers.ofByteArray(body)
                                : HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
                .build();
    }

    private static void echo(WireMessage request, OriginConnection connection) throws IOException {
        byte[] body = request.body();
        if (request.target().endsWith("length")) {
            assertThat(request.header("Transfer-Encoding")).isNull();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n");
            connection.send(body);
            return;
        }
        connection.chunkedHead();
        int half = body.length / 2;
        for (int[] part : new int[][] {{0, half}, {half, body.length - half}}) {
            if (part[1] > 0) {
                connection.send(Integer.toHexString(part[1]) + "\r\n");
                connection.send(java.util.Arrays.copyOfRange(body, part[0], part[0] + part[1]));
                connection.send("\r\n");
            }
        }
        connection.sendChunk("");
    }

    /** Several times what the container's heap can hold, each way. */
    @Test
    void aBodyLargerThanTheHeapPassesBothWays() throws Exception {
        byte[] block = bytes(64 * 1024);
        int blocks = 6000;
        long total = (long) block.length * blocks;
        origin().play("/all/large", (head, connection) -> {
            for (int i = 0; i < blocks; i++) {
                if (!java.util.Arrays.equals(block, connection.bytes(block.length))) {
                    throw new IOException("block " + i + " is wrong");
                }
            }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + total + "\r\n\r\n");
            for (int i = 0; i < blocks; i++) {
                connection.send(block);
            }
        });
        try (RawClient client = RawClient.to(FRONT.port())) {
            client.send("POST /all/large HTTP/1.1\r\nHost: site.test\r\nContent-Length: " + total + "\r\n\r\n");
            for (int i = 0; i < blocks; i++) {
                client.send(block);
            }
            assertThat(client.responseHead()).contains("200", "Content-Length: " + total);
            for (int i = 0; i < blocks; i++) {
                assertThat(client.bytes(block.length)).isEqualTo(block);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theRawTargetReachesTheUpstreamAsItWasSent(Mount mount) throws Exception {
        List<String> targets = List.of(
                "/all/a%20b?x=%C3%A4&y",
                "/all/a;v=1/b",
                "/all/%7Euser/",
                "/all/a?",
                "/all/a?b=/../c?d",
                "/all/a:b@c,d!$&'()*+",
                "/all/a%2Fb",
                "/all//a");
        List<String> arrived = new ArrayList<>();
        for (String target : targets) {
            origin().reply(target.replaceFirst("\\?.*", ""), (request, connection) -> {
                arrived.add(request.target());
                connection.respond(200, "ok");
            });
        }
        try (RawClient client = RawClient.to(FRONT.port())) {
            for (String target : targets) {
                assertThat(client.get(mount.path() + target, "site.test")
                                .response()
                                .status())
                        .as(target)
                        .isEqualTo(200);
            }
        }
        assertThat(arrived).isEqualTo(targets);
    }

    @ParameterizedTest
    @EnumSource
    void everyMethodReachesTheUpstream(Mount mount) throws Exception {
        List<String> methods =
                List.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND", "Custom-Verb");
        List<String> arrived = new ArrayList<>();
        origin().reply("/all/methods", (request, connection) -> {
            arrived.add(request.method());
            connection.respond(204, "", "X-Method: " + request.method());
        });
        try (RawClient client = RawClient.to(FRONT.port())) {
            for (String method : methods) {
                client.send(method + " " + mount.path()
                        + "/all/methods HTTP/1.1\r\nHost: site.test\r\nContent-Length: 0\r\n\r\n");
                assertThat(client.response().header("X-Method")).isEqualTo(method);
            }
        }
        assertThat(arrived).isEqualTo(methods);
    }

    @ParameterizedTest
    @EnumSource
    void redirectsAndCookiesComeBackToTheMount(Mount mount) throws Exception {
        String up = origin().authority();
        origin().reply(
                        "/base/in",
                        (request, connection) -> connection.respond(
                                302,
                                "",
                                "Location: http://" + up + "/base/next?a=b",
                                "Set-Cookie: a=1; Path=/base",
                                "Set-Cookie: b=2; Path=/; HttpOnly"));
        try (RawClient client = RawClient.to(FRONT.port())) {
            WireMessage response =
                    client.get(mount.path() + "/shop/in", "www.site.test").response();
            assertThat(response.status()).isEqualTo(302);
            assertThat(response.header("Location")).isEqualTo("http://www.site.test" + mount.path() + "/shop/next?a=b");
            assertThat(response.headers("Set-Cookie"))
                    .containsExactly(
                            "a=1; Path=" + mount.path() + "/shop", "b=2; Path=" + mount.path() + "/; HttpOnly");
        }
    }

    @ParameterizedTest
    @EnumSource
    void noErrorPageOfTheContainerReplacesAnAnswer(Mount mount) throws Exception {
        origin().reply("/all/broken", (request, connection) -> connection.respond(500, "mine", "X-Own: 1"));
        origin().reply("/all/missing", (request, connection) -> connection.respond(404, ""));
        WireMessage broken = get(mount, "/all/broken");
        assertThat(broken.status()).isEqualTo(500);
        assertThat(broken.text()).isEqualTo("mine");
        assertThat(broken.header("X-Own")).isEqualTo("1");
        WireMessage missing = get(mount, "/all/missing");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.text()).isEmpty();
        WireMessage refused = get(mount, "/edge");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text()).isEqualTo("closed");
        WireMessage unreachable = get(mount, "/nowhere");
        assertThat(unreachable.status()).isEqualTo(502);
        assertThat(unreachable.text())
                .startsWith("{\"error\":\"upstream_unreachable\",\"requestId\":\"")
                .doesNotContain("127.0.0.1");
        assertThat(unreachable.header("Content-Type")).startsWith("application/json");
        assertThat(unreachable.header("Cache-Control")).isEqualTo("no-store");
    }

    @ParameterizedTest
    @EnumSource
    void aRequestThatNoRouteClaimsIsNotFound(Mount mount) throws Exception {
        WireMessage response = get(mount, "/elsewhere");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.text()).startsWith("{\"error\":\"not_found\"");
    }

    @ParameterizedTest
    @EnumSource
    void contentTypesPassByteForByte(Mount mount) throws Exception {
        List<String> types =
                List.of("text/html", "text/html;charset=ISO-8859-1", "Text/Plain; Charset=\"utf-8\"", "odd");
        for (String type : types) {
            origin().reply("/all/type", (request, connection) -> connection.respond(200, "x", "Content-Type: " + type));
            assertThat(get(mount, "/all/type").headers("Content-Type")).containsExactly(type);
        }
        origin().reply("/all/type", (request, connection) -> connection.respond(200, "x"));
        assertThat(get(mount, "/all/type").headers("Content-Type")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void nothingOfTheProxyOrTheContainerIsAddedToEitherSide(Mount mount) throws Exception {
        List<WireMessage> arrived = new ArrayList<>();
        origin().reply("/all/form", (request, connection) -> {
            arrived.add(request);
            connection.respond(200, "x");
        });
        try (RawClient client = RawClient.to(FRONT.port())) {
            client.send("POST " + mount.path() + "/all/form?a=1 HTTP/1.1\r\nHost: site.test\r\nContent-Length: 3\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n\r\nb=2");
            WireMessage response = client.response();
            assertThat(response.header("Set-Cookie")).isNull();
            assertThat(response.header("Server")).isNull();
        }
        WireMessage request = arrived.get(0);
        assertThat(request.text()).as("a form is not read here").isEqualTo("b=2");
        assertThat(request.header("Via")).isNull();
        assertThat(request.header("Forwarded")).isNull();
        assertThat(request.header("User-Agent")).isNull();
        assertThat(request.header("X-Forwarded-Host")).isEqualTo("site.test");
    }

    @Test
    void twoDeploymentsShareNoRoutesAndNoConnections() throws Exception {
        List<Integer> connections = new ArrayList<>();
        for (String path : List.of("/only-root", "/only-deeper")) {
            origin().reply(path, (request, connection) -> {
                connections.add(connection.number());
                connection.respond(200, path);
            });
        }
        assertThat(get(Mount.ROOT, "/only-root").text()).isEqualTo("/only-root");
        assertThat(get(Mount.DEEPER, "/only-deeper").text()).isEqualTo("/only-deeper");
        assertThat(get(Mount.ROOT, "/only-deeper").status()).isEqualTo(404);
        assertThat(get(Mount.DEEPER, "/only-root").status()).isEqualTo(404);
        assertThat(connections).doesNotHaveDuplicates().hasSize(2);
    }

    @Test
    void ourLogLinesAppearOnTheConsole() throws Exception {
        origin().reply("/all/logged", (request, connection) -> connection.respond(200, "x"));
        get(Mount.DEEPER, "/all/logged");
        RunningContainer container = FRONT.container();
        assertThat(container.console())
                .contains("routes are served at /\n", "routes are served at /apps/front\n")
                .doesNotContain("SLF4J");
        Awaitility.await().until(() -> container.console().contains("\"path\":\"/all/logged\""));
    }

    private static WireMessage get(Mount mount, String path) throws IOException {
        try (RawClient client = RawClient.to(FRONT.port())) {
            return client.get(mount.path() + path, "site.test").response();
        }
    }

    private static URI uri(Mount mount, String path) {
        return URI.create("http://127.0.0.1:" + FRONT.port() + mount.path() + path);
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static PathOrigin origin() {
        PathOrigin started = origin;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        return started;
    }
}
