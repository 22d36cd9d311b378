package dev.gatehouse.config.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.ClientSettings.UpstreamProtocol;
import dev.gatehouse.config.model.RateSettings.OnFailure;
import dev.gatehouse.config.model.ServerSettings.AccessLog;
import dev.gatehouse.config.model.ServerSettings.MatchOn;
import dev.gatehouse.config.model.ServerSettings.Outcome;
import dev.gatehouse.config.model.ServerSettings.Unmatched;
import dev.gatehouse.config.tree.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings outside the route table: defaults, forms, bounds. */
class ServerSettingsTest {

    @Test
    void everySettingHasADefault() {
        assertThat(settings(Map.of()))
                .isEqualTo(new ServerSettings(
                        null,
                        Duration.ofMinutes(1),
                        Merge.REPLACE,
                        Profile.JOUSKA,
                        null,
                        List.of(),
                        "x-forwarded-for",
                        null,
                        null,
                        List.of(),
                        new Unmatched.FallThrough(),
                        AccessLog.NONE,
                        Duration.ofSeconds(30),
                        true,
                        MatchOn.CONTEXT_RELATIVE,
                        new RateSettings(List.of(), null, OnFailure.REFUSE),
                        "gatehouse:health",
                        new CountrySettings(null, null),
                        new ClientSettings(
                                64,
                                1_024,
                                1_024,
                                null,
                                OptionalInt.empty(),
                                32_768,
                                65_536,
                                List.of(UpstreamProtocol.HTTP_1_1),
                                null,
                                null)));
    }

    @Test
    void everySettingCanBeGiven() {
        ServerSettings settings = settings(Map.ofEntries(
                Map.entry("config", "conf/a.json conf/b.json"),
                Map.entry("configTtlMs", "1000"),
                Map.entry("configMerge", "replace"),
                Map.entry("profile", "jouska"),
                Map.entry("trustedProxies", "10.0.0.0/8, 2001:db8::1"),
                Map.entry("clientAddressHeader", "CF-Connecting-IP"),
                Map.entry("requestIdHeader", "CF-Ray"),
                Map.entry("secretsDir", "/run/secrets"),
                Map.entry("hosts", "a.test,*.b.test"),
                Map.entry("unmatched", "404"),
                Map.entry("accessLog", "json"),
                Map.entry("gracePeriodSeconds", "0"),
                Map.entry("clientAbortWatch", "off"),
                Map.entry("matchOn", "full"),
                Map.entry("limiters", "api=100/60s, login=5/10s"),
                Map.entry("limiterFailure", "admit"),
                Map.entry("redis", "REDIS_URL"),
                Map.entry("geoDatabase", "/var/lib/country.mmdb"),
                Map.entry("countryHeader", "CF-IPCountry"),
                Map.entry("upstreamProtocols", "h2,http/1.1"),
                Map.entry("tlsTrustStore", "conf/trust.p12"),
                Map.entry("tlsTrustStorePassword", "TRUST_PASSWORD"),
                Map.entry("maxThreads", "4"),
                Map.entry("maxConnections", "1"),
                Map.entry("maxQueuedRequests", "65535"),
                Map.entry("idleTimeout", "0"),
                Map.entry("selectors", "2"),
                Map.entry("requestBufferSize", "1024"),
                Map.entry("responseBufferSize", "1048576")));
        assertThat(settings.config()).isEqualTo("conf/a.json conf/b.json");
        assertThat(settings.configTtl()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.configMerge()).isEqualTo(Merge.REPLACE);
        assertThat(settings.trustedProxies()).hasSize(2);
        assertThat(settings.clientAddressHeader()).isEqualTo("cf-connecting-ip");
        assertThat(settings.requestIdHeader()).isEqualTo("cf-ray");
        assertThat(settings.secretsDir()).isEqualTo(Path.of("/run/secrets"));
        assertThat(settings.hosts()).hasSize(2);
        assertThat(settings.unmatched()).isEqualTo(new Unmatched.Answer(new Respond.Status(404, null, null, Map.of())));
        assertThat(settings.accessLog()).isEqualTo(AccessLog.JSON);
        assertThat(settings.gracePeriod()).isEqualTo(Duration.ZERO);
        assertThat(settings.clientAbortWatch()).isFalse();
        assertThat(settings.matchOn()).isEqualTo(MatchOn.FULL);
        assertThat(settings.rates())
                .isEqualTo(new RateSettings(
                        List.of(
                                new Limiter("api", 100, Duration.ofSeconds(60)),
                                new Limiter("login", 5, Duration.ofSeconds(10))),
                        "REDIS_URL",
                        OnFailure.ADMIT));
        assertThat(settings.countries())
                .isEqualTo(new CountrySettings(Path.of("/var/lib/country.mmdb"), "cf-ipcountry"));
        assertThat(settings.client())
                .isEqualTo(new ClientSettings(
                        4,
                        1,
                        65_535,
                        Duration.ZERO,
                        OptionalInt.of(2),
                        1_024,
                        1_048_576,
                        List.of(UpstreamProtocol.H2, UpstreamProtocol.HTTP_1_1),
                        Path.of("conf/trust.p12"),
                        "TRUST_PASSWORD"));
    }

    @ParameterizedTest
    @CsvSource({
        "configTtlMs, 1000, 86400000",
        "gracePeriodSeconds, 0, 3600",
        "maxThreads, 4, 10000",
        "maxConnections, 1, 65535",
        "maxQueuedRequests, 1, 65535",
        "idleTimeout, 0, 86400000",
        "selectors, 1, 64",
        "requestBufferSize, 1024, 1048576",
        "responseBufferSize, 1024, 1048576"
    })
    void numbersHaveBounds(String name, long min, long max) {
        assertThat(faults(Map.of(name, Long.toString(min)))).isEmpty();
        assertThat(faults(Map.of(name, Long.toString(max)))).isEmpty();
        for (String value : List.of(Long.toString(min - 1), Long.toString(max + 1), "many", "1e400", min + ".5")) {
            assertThat(faults(Map.of(name, value)))
                    .singleElement()
                    .asString()
                    .isEqualTo(name + ": \"" + value + "\" (expected: a whole number from " + min + " to " + max + ")");
        }
    }

    @Test
    void allFaultsAreReportedAtOnce() {
        assertThat(faults(Map.of(
                        "accessLog", "verbose",
                        "matchOn", "half",
                        "hosts", "a.test b:80",
                        "trustedProxies", "10.0.0.0/8 nobody",
                        "upstreamProtocols", "h3",
                        "clientAddressHeader", "a b",
                        "clientAbortWatch", "on",
                        "configMerge", "union")))
                .hasSize(8);
    }

    @ParameterizedTest
    @CsvSource({
        "a=1/1s, a, 1, 1",
        "a-b.c_9=1000000000/2592000s, a-b.c_9, 1000000000, 2592000",
        "perMinute=7/1m, perMinute, 7, 60",
        "perMonth=7/720h, perMonth, 7, 2592000"
    })
    void aLimiterIsANameALimitAndAPeriod(String written, String name, int limit, long seconds) {
        assertThat(settings(Map.of("limiters", written)).rates().limiters())
                .containsExactly(new Limiter(name, limit, Duration.ofSeconds(seconds)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api",
                "api=100",
                "api=0/60s",
                "api=1000000001/60s",
                "api=99999999999999999999/60s",
                "api=5/0s",
                "api=5/2592001s",
                "api=5/721h",
                "api=5/60",
                "api=5/500ms",
                "api=-5/60s",
                "=5/60s",
                "a:b=5/60s"
            })
    void anythingElseIsNoLimiter(String written) {
        assertThat(faults(Map.of("limiters", "fine=1/1s " + written)))
                .singleElement()
                .asString()
                .startsWith("limiters: \"" + written + "\" (expected: limiters such as api=100/60s");
    }

    @Test
    void everyFaultOfTheLimitersIsReported() {
        assertThat(faults(Map.of("limiters", "api=x/60s api=1/1s api=2/2s login", "limiterFailure", "maybe")))
                .hasSize(4)
                .contains("limiters: \"api\" again (expected: each name once)")
                .contains("limiterFailure: \"maybe\" (expected: refuse or admit)");
    }

    @Test
    void anAddressWhereItsNameBelongsIsNotRepeated() {
        assertThat(faults(Map.of("redis", "redis://me:hunter2@cache.test:6379")).toString())
                .contains("the name of a secret")
                .doesNotContain("hunter2");
    }

    @Test
    void countriesHaveASourceWhereOneIsNamed() {
        assertThat(settings(Map.of()).countries().hasSource()).isFalse();
        assertThat(settings(Map.of("geoDatabase", "a.mmdb")).countries().hasSource())
                .isTrue();
        assertThat(settings(Map.of("countryHeader", "cf-ipcountry")).countries().hasSource())
                .isTrue();
        assertThat(faults(Map.of("countryHeader", "a b"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"messageweave", "apex", "kisum"})
    void aProfileMakesTheTableAndNeedsNone(String profile) {
        assertThat(settings(Map.of("profile", profile)).profile().name()).isEqualToIgnoringCase(profile);
        assertThat(faults(Map.of("profile", profile, "config", "conf/routes.json")))
                .containsExactly("config: set beside profile " + profile
                        + " (expected: one of the two: a profile makes the table)");
    }

    @Test
    void requestsAreLoggedInShortWithMessageWeaveAndElsewhereOnlyOnDemand() {
        assertThat(settings(Map.of("profile", "messageweave")).accessLog()).isEqualTo(ServerSettings.AccessLog.MINIMAL);
        assertThat(settings(Map.of("profile", "messageweave", "accessLog", "none"))
                        .accessLog())
                .isEqualTo(ServerSettings.AccessLog.NONE);
        for (String other : List.of("jouska", "apex", "kisum")) {
            assertThat(settings(Map.of("profile", other)).accessLog()).isEqualTo(ServerSettings.AccessLog.NONE);
        }
    }

    @Test
    void anUnknownProfileIsRefused() {
        assertThat(faults(Map.of("profile", "nginx")))
                .containsExactly("profile: \"nginx\" (expected: jouska or messageweave or apex or kisum)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:x",
                "redis://me:pw@h",
                "https://h/routes.json",
                "HTTP://h/x",
                "conf/a.json https://h/b.json"
            })
    void tablesInStoresAreRefusedWithoutRepeatingTheAddress(String config) {
        assertThat(faults(Map.of("config", config)))
                .singleElement()
                .asString()
                .contains("config: an address of a store, which is not yet supported")
                .doesNotContain("pw");
    }

    @Test
    void aTableMayStandInTheSettingItself() {
        String json = "{\"routes\": [{\"match\": {\"path\": \"/ https:x\"}}]}";
        assertThat(settings(Map.of("config", json)).config()).isEqualTo(json);
        Map<String, Object> object = Map.of("routes", List.of());
        assertThat(settings(Map.of("config", object)).config()).isEqualTo(object);
    }

    @Test
    void unmatchedRequestsMayBeAnsweredLikeARoute() {
        assertThat(settings(Map.of("unmatched", "{\"redirect\": {\"to\": \"/home\"}}"))
                        .unmatched())
                .isEqualTo(new Unmatched.Answer(new Respond.Redirect("/home", 301, false, Map.of())));
        assertThat(faults(Map.of("unmatched", "{\"status\": 700}")))
                .singleElement()
                .asString()
                .contains("700");
        assertThat(faults(Map.of("unmatched", "{"))).singleElement().asString().contains("not JSON");
        assertThat(faults(Map.of("unmatched", "399"))).hasSize(1);
        assertThat(faults(Map.of("unmatched", "600"))).hasSize(1);
        assertThat(faults(Map.of("unmatched", "drop"))).hasSize(1);
    }

    @Test
    void aPasswordWhereItsNameBelongsIsNotRepeated() {
        assertThat(faults(Map.of("tlsTrustStorePassword", "hunter 2!")).toString())
                .doesNotContain("hunter");
    }

    @Test
    void numbersMayBeBoundAsNumbers() {
        assertThat(settings(Map.of("maxThreads", 8)).client().maxThreads()).isEqualTo(8);
    }

    @Test
    void everySettingThatIsReadHasAName() {
        java.util.Set<String> asked = new java.util.HashSet<>();
        ServerSettings.read(name -> {
            asked.add(name);
            return null;
        });
        assertThat(asked).isEqualTo(ServerSettings.NAMES);
    }

    private static ServerSettings settings(Map<String, Object> values) {
        Outcome outcome = ServerSettings.read(values::get);
        if (outcome instanceof Outcome.Ready ready) {
            return ready.settings();
        }
        throw new AssertionError(outcome.toString());
    }

    private static List<String> faults(Map<String, Object> values) {
        return ServerSettings.read(values::get) instanceof Outcome.Faulty faulty
                ? faulty.problems().stream().map(Problem::toString).toList()
                : List.of();
    }
}
