package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.LocalRedis;
import dev.gatehouse.testkit.MmdbWriter;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers are counted and placed, in a running container, with a real Redis and a real file of countries. */
class LimitTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static Map<String, String> with(Map<String, String> settings, String... more) {
        Map<String, String> all = new HashMap<>(settings);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    private static WireMessage asked(Front front, String... fields) throws IOException {
        try (RawClient client = RawClient.to(front.port())) {
            return client.send("GET / HTTP/1.1\r\nHost: s\r\n" + String.join("", fields) + "\r\n")
                    .response();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsAboveTheLimitIsToldWhenToComeBack(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "in");
                Front front = Front.servlet(
                        kind,
                        "",
                        with(
                                Tables.all(origin, "'rateLimit': {'binding': 'api', 'headers': true}", "'cors': {}"),
                                "limiters",
                                "api=2/60s"))) {
            String preflight = "OPTIONS / HTTP/1.1\r\nHost: s\r\nOrigin: https://a.test\r\n\r\n";
            for (int i = 0; i < 3; i++) { // not counted
                try (RawClient client = RawClient.to(front.port())) {
                    assertThat(client.send(preflight).response().status()).isEqualTo(204);
                }
            }
            WireMessage first = asked(front);
            assertThat(first.text()).isEqualTo("in");
            assertThat(first.header("RateLimit-Policy")).isEqualTo("\"api\";q=2;w=60");
            assertThat(first.header("RateLimit")).startsWith("\"api\";r=1;t=");
            asked(front);
            WireMessage refused = asked(front, "Origin: https://a.test\r\n");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.text()).startsWith("{\"error\":\"rate_limited\"");
            assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(50, 60);
            assertThat(refused.header("RateLimit")).startsWith("\"api\";r=0;t=");
            assertThat(refused.header("Access-Control-Allow-Origin")).isEqualTo("https://a.test");
            assertThat(origin.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCallerCannotHaveAnotherBucketByPretendingToBeForwarded(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "in");
                Front front = Front.servlet(
                        kind,
                        "",
                        with(
                                Tables.all(origin, "'rateLimit': {'binding': 'api'}"),
                                "limiters",
                                "api=1/60s",
                                "trustedProxies",
                                "127.0.0.0/8"))) {
            assertThat(asked(front, "X-Forwarded-For: 198.51.100.1, 192.0.2.9\r\n")
                            .status())
                    .isEqualTo(200);
            assertThat(asked(front, "X-Forwarded-For: 198.51.100.2, 192.0.2.9\r\n")
                            .status())
                    .isEqualTo(429);
            assertThat(asked(front, "X-Forwarded-For: 192.0.2.9:1234\r\n").status())
                    .isEqualTo(429);
            assertThat(asked(front, "X-Forwarded-For: 192.0.2.10\r\n").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLimiterThatIsNotDeclaredRefusesAndReachesNobody(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "in");
                Front front = Front.servlet(kind, "", Tables.all(origin, "'rateLimit': {'binding': 'api'}"))) {
            WireMessage refused = asked(front);
            assertThat(refused.status()).isEqualTo(500);
            assertThat(refused.text()).startsWith("{\"error\":\"rate_limit_misconfigured\"");
            assertThat(origin.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoNodesThatShareARedisSpendOneLimit(Front.Kind kind) throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                ScriptedOrigin origin = ScriptedOrigin.answering(200, "in")) {
            Files.writeString(folder.resolve("REDIS_URL"), redis.url());
            Map<String, String> settings = with(
                    Tables.all(origin, "'id': 'shared-" + kind + "'", "'rateLimit': {'binding': 'api'}"),
                    "limiters",
                    "api=2/60s",
                    "redis",
                    "REDIS_URL",
                    "secretsDir",
                    folder.toString());
            try (Front one = Front.servlet(kind, "", settings);
                    Front other = Front.servlet(kind, "", settings)) {
                assertThat(asked(one).status()).isEqualTo(200);
                assertThat(asked(other).status()).isEqualTo(200);
                assertThat(asked(one).status()).isEqualTo(429);
                assertThat(asked(other).status()).isEqualTo(429);
                redis.kill();
                WireMessage uncounted = asked(one);
                assertThat(uncounted.status()).isEqualTo(500);
                assertThat(uncounted.text()).startsWith("{\"error\":\"rate_limit_unavailable\"");
                assertThat(origin.requests()).hasSize(2);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRedisWithoutAnAddressServesNobody(Front.Kind kind) throws Exception {
        Files.writeString(folder.resolve("BAD"), "http://not-a-redis/");
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "in")) {
            for (String name : new String[] {"BAD", "MISSING"}) {
                Map<String, String> settings = with(Tables.all(origin), "redis", name, "secretsDir", folder.toString());
                if (kind == Front.Kind.JETTY) {
                    assertThatThrownBy(() -> Front.servlet(kind, "", settings)).isNotNull();
                    continue;
                }
                try (Front front = Front.servlet(kind, "", settings)) { // Tomcat starts without the servlet
                    assertThat(asked(front).status()).isGreaterThanOrEqualTo(404);
                }
            }
            assertThat(origin.connections()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCountryIsKnownFromAFileOrTheWordOfATrustedProxy(Front.Kind kind) throws Exception {
        Path file = folder.resolve("countries.mmdb");
        Files.write(file, new MmdbWriter(6).country("127.0.0.0/8", "DE").bytes());
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "in")) {
            Map<String, String> blocked = Tables.all(origin, "'blockCountries': ['DE']");
            try (Front front = Front.servlet(
                    kind, "", with(blocked, "geoDatabase", file.toString(), "countryHeader", "x-country"))) {
                assertThat(asked(front, "X-Country: FR\r\n").status()).isEqualTo(403); // nobody trusts this caller
            }
            try (Front front = Front.servlet(
                    kind,
                    "",
                    with(
                            blocked,
                            "geoDatabase",
                            file.toString(),
                            "countryHeader",
                            "x-country",
                            "trustedProxies",
                            "127.0.0.0/8"))) {
                assertThat(asked(front, "X-Country: fr\r\n", "X-Forwarded-For: 127.0.0.9\r\n")
                                .status())
                        .isEqualTo(200);
                assertThat(asked(front, "X-Country: XX\r\n", "X-Forwarded-For: 127.0.0.9\r\n")
                                .status())
                        .isEqualTo(
                                200); // 127.0.0.9 is a proxy too, so the caller is unknown, and a block list admits it
                assertThat(asked(front, "X-Country: DE\r\n", "X-Forwarded-For: 192.0.2.1\r\n")
                                .status())
                        .isEqualTo(403);
            }
            try (Front front = Front.servlet(kind, "", Tables.all(origin, "'allowCountries': ['DE']"))) {
                assertThat(asked(front).status()).isEqualTo(403); // nobody knows countries: nobody gets in
            }
        }
    }
}
