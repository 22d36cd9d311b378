package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.TlsOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Upstreams over TLS: who is believed, and which protocol is spoken. */
class UpstreamTlsTest {

    private static @Nullable TlsOrigin http2;
    private static @Nullable TlsOrigin http1;
    private static @Nullable TlsOrigin misnamed;
    private static Path secrets = Path.of("");

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        http2 = TlsOrigin.start(Files.createDirectory(folder.resolve("http2")), "ip:127.0.0.1", true);
        http1 = TlsOrigin.start(Files.createDirectory(folder.resolve("http1")), "ip:127.0.0.1", false);
        misnamed = TlsOrigin.start(Files.createDirectory(folder.resolve("misnamed")), "dns:other.test", true);
        secrets = Files.createDirectory(folder.resolve("secrets"));
        Files.writeString(secrets.resolve("TRUST"), TlsOrigin.PASSWORD);
    }

    @AfterAll
    static void stop() {
        started(http2).close();
        started(http1).close();
        started(misnamed).close();
    }

    @ParameterizedTest
    @EnumSource
    void aCertificateThatNobodyVouchesForIsRefused(Front.Kind kind) throws Exception {
        try (Front front = Front.servlet(kind, "", table(started(http2)));
                RawClient client = RawClient.to(front.port())) {
            assertUnreachable(client);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCertificateOfAnotherNameIsRefused(Front.Kind kind) throws Exception {
        try (Front front = Front.servlet(kind, "", trusting(started(misnamed)));
                RawClient client = RawClient.to(front.port())) {
            assertUnreachable(client);
        }
    }

    private static void assertUnreachable(RawClient client) throws IOException {
        WireMessage response = client.get("/", "site.test").response();
        assertThat(response.status()).isEqualTo(502);
        assertThat(response.text()).startsWith("{\"error\":\"upstream_unreachable\"");
    }

    private static void assertAnsweredInHttp1(RawClient client) throws IOException {
        WireMessage response = client.get("/", "site.test").response();
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("X-Protocol")).isEqualTo("HTTP/1.1");
    }

    @ParameterizedTest
    @EnumSource
    void aCertificateInTheTrustStoreIsBelieved(Front.Kind kind) throws Exception {
        try (Front front = Front.servlet(kind, "", trusting(started(http2)));
                RawClient client = RawClient.to(front.port())) {
            assertAnsweredInHttp1(client);
        }
    }

    @ParameterizedTest
    @EnumSource
    void http2IsSpokenWhereBothSidesCan(Front.Kind kind) throws Exception {
        int[] sizes = {0, 1, 16_384, 16_385, 131_073, 3_000_000};
        try (Front front = Front.servlet(kind, "", negotiating(started(http2)))) {
            for (int size : sizes) {
                String body = RelayTest.pattern(size);
                WireMessage counted = echoed(front, "Content-Length: " + size + "\r\n\r\n" + body);
                assertThat(counted.header("X-Protocol")).isEqualTo("HTTP/2.0");
                assertThat(counted.text()).isEqualTo(body);
                assertThat(counted.ending()).isEqualTo(WireMessage.Ending.CLEAN);
                String chunk = size == 0 ? "" : Integer.toHexString(size) + "\r\n" + body + "\r\n";
                WireMessage chunked = echoed(front, "Transfer-Encoding: chunked\r\n\r\n" + chunk + "0\r\n\r\n");
                assertThat(chunked.text()).isEqualTo(body);
            }
        }
    }

    private static WireMessage echoed(Front front, String request) throws IOException {
        try (RawClient client = RawClient.to(front.port())) {
            return client.send("POST / HTTP/1.1\r\nHost: site.test\r\n" + request)
                    .response();
        }
    }

    @ParameterizedTest
    @EnumSource
    void http1IsSpokenWhereTheUpstreamCannotDoMore(Front.Kind kind) throws Exception {
        try (Front front = Front.servlet(kind, "", negotiating(started(http1)));
                RawClient client = RawClient.to(front.port())) {
            assertAnsweredInHttp1(client);
        }
    }

    @ParameterizedTest
    @EnumSource
    void http1IsSpokenInClearText(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "plain")) {
            Map<String, String> settings = new HashMap<>(Tables.all(origin));
            settings.put("upstreamProtocols", "h2 http/1.1");
            try (Front front = Front.servlet(kind, "", settings);
                    RawClient client = RawClient.to(front.port())) {
                assertThat(client.get("/", "site.test").response().text()).isEqualTo("plain");
                assertThat(origin.awaitRequest(1).startLine()).isEqualTo("GET / HTTP/1.1");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anHttp2StreamThatIsResetIsSeenAsBroken(Front.Kind kind) throws Exception {
        try (Front front = Front.servlet(kind, "", negotiating(started(http2)))) {
            try (RawClient client = RawClient.to(front.port())) {
                WireMessage response = client.get("/half", "site.test").response();
                assertThat(response.header("X-Protocol")).isEqualTo("HTTP/2.0");
                assertThat(response.ending()).isEqualTo(WireMessage.Ending.BROKEN_OFF);
            }
            try (RawClient client = RawClient.to(front.port())) {
                assertThat(client.get("/", "site.test").response().status())
                        .as("other streams go on")
                        .isEqualTo(200);
            }
        }
    }

    private static Map<String, String> table(TlsOrigin origin) {
        return Tables.settings("{\"match\": {\"path\": \"/\"}, \"upstream\": \"" + origin.authority()
                + "\", \"allowPrivateUpstream\": true}");
    }

    private static Map<String, String> trusting(TlsOrigin origin) {
        Map<String, String> settings = new HashMap<>(table(origin));
        settings.put("tlsTrustStore", origin.trustStore().toString());
        settings.put("tlsTrustStorePassword", "TRUST");
        settings.put("secretsDir", secrets.toString());
        return settings;
    }

    private static Map<String, String> negotiating(TlsOrigin origin) {
        Map<String, String> settings = trusting(origin);
        settings.put("upstreamProtocols", "h2 http/1.1");
        return settings;
    }

    private static TlsOrigin started(@Nullable TlsOrigin origin) {
        if (origin == null) {
            throw new IllegalStateException("not started");
        }
        return origin;
    }
}
