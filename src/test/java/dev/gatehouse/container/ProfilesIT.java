package dev.gatehouse.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.TlsKeys;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** All profiles side by side in one container, each at a context path of its own with its system's own settings. */
@ParameterizedClass
@MethodSource("dev.gatehouse.container.Kind#all")
class ProfilesIT {

    @RegisterExtension
    static final Deployed FRONT = new Deployed();

    private static @Nullable ScriptedOrigin broken;
    private static @Nullable ScriptedOrigin sound;
    private static @Nullable ScriptedOrigin plain;

    ProfilesIT(Kind kind) {}

    @BeforeParameterizedClassInvocation
    static void start(Kind kind) throws Exception {
        Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target/profiles")), "keys");
        TlsKeys keys = TlsKeys.make(folder, "ip:127.0.0.1");
        Path secrets = Files.createDirectory(folder.resolve("secrets"));
        Files.writeString(secrets.resolve("TRUST"), TlsKeys.PASSWORD);
        Files.writeString(secrets.resolve("APEX_READY_TOKEN"), "token");
        Files.writeString(secrets.resolve("LB_STATUS_SECRET"), "open-sesame");
        ScriptedOrigin failing = ScriptedOrigin.playingOverTls(
                keys.server(), ScriptedOrigin.eachWith((request, connection) -> connection.respond(500, "broken")));
        ScriptedOrigin answering = ScriptedOrigin.playingOverTls(
                keys.server(),
                ScriptedOrigin.eachWith((request, connection) ->
                        connection.respond(200, request.method() + " " + request.target() + " " + request.text())));
        ScriptedOrigin service = ScriptedOrigin.replying((request, connection) -> {
            if (request.target().equals("/health")) {
                connection.respond(200, "{\"status\":\"ok\"}");
            } else {
                connection.respond(200, "service " + request.target());
            }
        });
        broken = failing;
        sound = answering;
        plain = service;
        Map<String, String> common = Map.of(
                "trustedProxies", "127.0.0.1",
                "tlsTrustStore", keys.trustStore().toAbsolutePath().toString(),
                "tlsTrustStorePassword", "TRUST",
                "secretsDir", secrets.toAbsolutePath().toString(),
                "gracePeriodSeconds", "1");
        FRONT.start(
                kind,
                new Deployment(
                        "/mw",
                        with(
                                common,
                                Map.of(
                                        "profile",
                                        "messageweave",
                                        "BACKEND_ORIGINS_JSON",
                                        "[\"https://" + failing.authority() + "\", \"https://" + answering.authority()
                                                + "\"]",
                                        "LB_VERSION",
                                        "v7")),
                        308,
                        true),
                new Deployment(
                        "/apex",
                        with(
                                common,
                                Map.of(
                                        "profile", "apex",
                                        "APEX_PUBLIC_HOST", "sso.example.test",
                                        "APEX_ZONE", "example.test",
                                        "APEX_ORIGIN_PRIMARY", "a.example.test",
                                        "APEX_ORIGIN_SECONDARY", "b.example.test",
                                        "APEX_READY_PATH", "/.well-known/apex-ready")),
                        421,
                        true),
                new Deployment("/faulty", with(common, Map.of("profile", "apex")), 503, true),
                new Deployment(
                        "/kisum",
                        with(
                                common,
                                Map.of(
                                        "profile",
                                        "kisum",
                                        "SERVICES",
                                        "{\"ai\": [{\"baseUrl\": \"http://" + service.authority()
                                                + "\", \"name\": \"ai-a\"}]}")),
                        true),
                new Deployment(
                        "",
                        with(
                                common,
                                Map.of(
                                        "config",
                                        "{\"routes\": [" + Deployed.route("/all", service.authority()) + "]}")),
                        false));
    }

    private static Map<String, String> with(Map<String, String> common, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(common);
        all.putAll(more);
        return all;
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        FRONT.stop();
        Objects.requireNonNull(broken).close();
        Objects.requireNonNull(sound).close();
        Objects.requireNonNull(plain).close();
    }

    private static WireMessage asked(String host, String startLine, String... lines) throws IOException {
        try (RawClient client = RawClient.to(FRONT.port())) {
            return client.send(RawClient.request(host, startLine, lines)).response();
        }
    }

    private static final String HTTPS = "X-Forwarded-Proto: https";

    @Test
    void aBackendThatFailsIsTakenOverFromWithTheWholeBody() throws Exception {
        for (int i = 0; i < 8; i++) { // whichever is drawn first
            WireMessage response = asked("lb.example", "POST /mw/webhook/tg", HTTPS, "=update " + i);
            assertThat(response.text()).isEqualTo("POST /webhook/tg update " + i);
            assertThat(response.header("x-lb-backend"))
                    .isEqualTo("https://" + Objects.requireNonNull(sound).authority());
        }
    }

    @Test
    void errorsOfMessageWeaveAreTexts() throws Exception {
        assertThat(asked("lb.example", "GET /mw/nowhere", HTTPS).text()).isEqualTo("route not forwarded: /nowhere");
        WireMessage response = asked("lb.example", "DELETE /mw/api/config", HTTPS);
        assertThat(response.status()).isEqualTo(405);
        assertThat(response.text()).isEqualTo("method not allowed for /api/config");
        assertThat(asked("lb.example", "GET /mw/api/status?a=b").header("Location"))
                .isEqualTo("https://lb.example/mw/api/status?a=b");
    }

    @Test
    void theAggregateTellsOfEveryBackend() throws Exception {
        WireMessage response = asked("lb.example", "GET /mw/healthz-worker", HTTPS);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text())
                .startsWith("{\"status\":\"ok\",\"version\":\"v7\",\"available\":1,\"total\":2,\"backends\":[")
                .contains("\"up\":false,\"status\":500")
                .contains("\"up\":true,\"status\":200");
    }

    @Test
    void apexRefusesWithoutAWordAndWhereNobodyIsReady() throws Exception {
        assertThat(asked("other.test", "GET /apex/", HTTPS).status()).isEqualTo(421);
        assertThat(asked("sso.example.test", "GET /apex/.well-known/apex-ready", HTTPS)
                        .status())
                .isEqualTo(404);
        WireMessage response = asked("sso.example.test", "GET /apex/", HTTPS); // neither name has an address here
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.header("Cache-Control")).isEqualTo("no-store");
        assertThat(response.text()).isEmpty();
    }

    @Test
    void faultySettingsAreAnsweredAndTheApplicationRuns() throws Exception {
        WireMessage response = asked("sso.example.test", "GET /faulty/", HTTPS);
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.text()).isEmpty();
    }

    @Test
    void kisumRoutesByTheFirstSegmentAndShowsItsHealth() throws Exception {
        WireMessage response = asked("api.example", "GET /kisum/ai/chat?q=1");
        assertThat(response.text()).isEqualTo("service /chat?q=1");
        assertThat(response.header("X-Origin-Service")).isEqualTo("ai");
        assertThat(response.header("X-Origin-Server")).isEqualTo("ai-a");
        WireMessage unknown = asked("api.example", "GET /kisum/nowhere", "Origin: https://app.example");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.header("Access-Control-Allow-Origin")).isEqualTo("https://app.example");
        assertThat(asked("api.example", "GET /kisum/__lb/status").status()).isEqualTo(401);
        assertThat(asked("api.example", "GET /kisum/__lb/status?secret=open-sesame")
                        .text())
                .contains("\"ai\":[{\"name\":\"ai-a\",\"healthy\":true,\"kvHealthy\":true}]");
    }

    @Test
    void aRouteTableIsServedBesideThem() throws Exception {
        WireMessage response = asked("any.example", "GET /all/x");
        assertThat(response.text()).isEqualTo("service /all/x");
        assertThat(response.header("x-request-id")).isNotNull();
    }
}
