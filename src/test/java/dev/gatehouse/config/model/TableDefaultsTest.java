package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.read;
import static dev.gatehouse.config.load.Documents.withDefaults;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a table says for all its routes, and how a route's own word counts against it. */
class TableDefaultsTest {

    @Test
    void defaultsOnlyFillGaps() {
        RouteConfig route = route("\"timeoutMs\": 1000, \"retries\": 3", "\"timeoutMs\": 10000");
        assertThat(route.forwarding().deadlines().timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(route.forwarding().retries().count()).isEqualTo(3);
    }

    @Test
    void headerRulesMergeOneByOneAndTheRouteWins() {
        HeaderRules rules = route(
                        "\"responseHeaders\": {\"set\": {\"X-A\": \"table\", \"X-B\": \"table\"}}",
                        "\"responseHeaders\": {\"set\": {\"x-b\": \"route\", \"x-c\": \"route\"}}")
                .rewriting()
                .responseHeaders();
        assertThat(rules.set())
                .containsExactly(Map.entry("x-a", "table"), Map.entry("x-b", "route"), Map.entry("x-c", "route"));
    }

    @Test
    void removalsAddUp() {
        HeaderRules rules = route(
                        "\"requestHeaders\": {\"remove\": [\"X-A\", \"x-b\"]}",
                        "\"requestHeaders\": {\"remove\": [\"X-B\", \"x-c\"]}")
                .rewriting()
                .requestHeaders();
        assertThat(rules.remove()).containsExactly("x-a", "x-b", "x-c");
    }

    @Test
    void aNameSetByTheRouteAndRemovedByTheTableIsRefused() {
        assertThat(faults(withDefaults(
                        "\"requestHeaders\": {\"remove\": [\"X-A\"]}", "\"upstreamHeaders\": {\"x-a\": \"v\"}")))
                .singleElement()
                .asString()
                .contains("routes[0].requestHeaders", "x-a is both set and removed");
    }

    @Test
    void theAliasIsFoldedIntoTheSetAndTheRouteStillWins() {
        HeaderRules rules = route(
                        "\"requestHeaders\": {\"set\": {\"x-a\": \"table\"}}, \"upstreamHeaders\": {\"x-b\": \"table\"}",
                        "\"upstreamHeaders\": {\"X-A\": \"route\"}, \"requestHeaders\": {\"set\": {\"X-B\": \"route\"}}")
                .rewriting()
                .requestHeaders();
        assertThat(rules.set()).containsOnly(Map.entry("x-a", "route"), Map.entry("x-b", "route"));
    }

    @Test
    void aBlockOfTheRouteReplacesTheTablesAsAWhole() {
        RouteConfig route = route("""
                "cors": {"origins": ["https://a.test"], "credentials": true}, "ip": {"deny": ["10.0.0.1"]},
                "rateLimit": {"binding": "A", "by": "route"}, "bodyRewrite": {"rewriteLinks": false},
                "cache": {"ttlSeconds": 5, "lockMisses": false}, "requestPolicy": {"maxBodyBytes": 1},
                "referer": {"allow": ["a.test"], "onRefuse": 404}, "signedLink": {"secretBinding": "A", "param": "p"}
                """, """
                "cors": {}, "ip": {"allow": ["10.0.0.2"]}, "rateLimit": {"binding": "B"}, "bodyRewrite": {}, "cache": {},
                "requestPolicy": {"allowedMethods": ["GET"]}, "referer": {"allow": ["b.test"]},
                "signedLink": {"secretBinding": "B"}
                """);
        assertThat(Objects.requireNonNull(route.guards().cors()).origins()).isEmpty();
        assertThat(route.guards().cors().credentials()).isFalse();
        assertThat(Objects.requireNonNull(route.guards().ip()).deny()).isEmpty();
        assertThat(route.guards().rateLimit()).isEqualTo(new RateLimit("B", RateLimit.By.IP, false, false));
        assertThat(Objects.requireNonNull(route.rewriting().body()).rewriteLinks())
                .isTrue();
        assertThat(Objects.requireNonNull(route.cache()).ttl()).isEqualTo(Duration.ofMinutes(5));
        assertThat(route.cache().lockMisses()).isTrue();
        assertThat(Objects.requireNonNull(route.guards().requestPolicy()).maxBodyBytes())
                .isEmpty();
        assertThat(Objects.requireNonNull(route.guards().referer()).onRefuse()).isEqualTo(403);
        assertThat(route.guards().signedLink())
                .isEqualTo(new SignedLink("B", "sig", "exp", Map.of(), "kid", List.of()));
    }

    @Test
    void aBlockThatOnlyTheTableHasIsTheRoutes() {
        RouteConfig route = route("\"cache\": {\"ttlSeconds\": 5}, \"requestId\": {\"trustInbound\": true}", "");
        assertThat(Objects.requireNonNull(route.cache()).ttl()).isEqualTo(Duration.ofSeconds(5));
        assertThat(route.requestId().trustInbound()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"failover\": {}",
                "\"stickyBy\": \"cookie\"",
                "\"hashBy\": {\"source\": \"ip\"}",
                "\"hashType\": \"modulo\"",
                "\"outlier\": {}",
                "\"limits\": {}",
                "\"mirror\": {\"upstream\": \"m.test\"}",
                "\"errorPages\": {}",
                "\"allowPrivateUpstream\": true"
            })
    void settingsOfASingleRouteAreRefusedInDefaults(String setting) {
        assertThat(faults(withDefaults(setting, "")))
                .singleElement()
                .asString()
                .startsWith("defaults.")
                .contains("belongs to a single route");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"id\": \"x\"",
                "\"enabled\": false",
                "\"match\": {\"path\": \"/\"}",
                "\"upstream\": \"a.test\"",
                "\"upstreams\": [\"a.test\"]",
                "\"trafficSplit\": []",
                "\"respond\": {\"status\": 200}"
            })
    void identityAndShapeAreRefusedInDefaults(String setting) {
        assertThat(faults(withDefaults(setting, "")))
                .singleElement()
                .asString()
                .startsWith("defaults.")
                .contains("belongs to a single route");
    }

    @Test
    void aFaultyDefaultIsReportedOnceAndWhereItStands() {
        String document = "{\"defaults\": {\"timeoutMs\": 0, \"colour\": 1}, \"routes\": ["
                + "{\"match\": {\"path\": \"/a\"}, \"upstream\": \"a.test\"},"
                + "{\"match\": {\"path\": \"/b\"}, \"upstream\": \"b.test\"}]}";
        assertThat(faults(document))
                .containsExactly(
                        "defaults.timeoutMs: 0 (expected: a whole number from 1 to 120000)",
                        "defaults.colour: unknown key \"colour\"");
    }

    @Test
    void aFaultyDefaultThatEveryRouteOverridesIsReportedTheSame() {
        assertThat(faults(withDefaults("\"timeoutMs\": 0", "\"timeoutMs\": 1"))).hasSize(1);
    }

    @Test
    void deadlinesAreComparedAfterTheMerge() {
        assertThat(faults(withDefaults("\"timeoutMs\": 60000", "\"totalTimeoutMs\": 60000")))
                .isEmpty();
        assertThat(faults(withDefaults("\"timeoutMs\": 60000", "\"totalTimeoutMs\": 59999")))
                .containsExactly("defaults.timeoutMs: 60000 (expected: at most totalTimeoutMs, which is 59999)");
    }

    @Test
    void aCacheInDefaultsBesideForwardAuthOnARouteIsRefused() {
        assertThat(faults(withDefaults("\"cache\": {}", "\"forwardAuth\": {\"url\": \"https://auth.test\"}")))
                .singleElement()
                .asString()
                .startsWith("defaults.cache: ")
                .contains("no cache beside forwardAuth");
    }

    private static RouteConfig route(String defaults, String fields) {
        return read(withDefaults(defaults, fields)).routes().get(0);
    }

    @Test
    void countriesOfTheTableAreReplacedByTheRoutes() {
        assertThat(route("\"blockCountries\": [\"cu\"]", "\"blockCountries\": []")
                        .guards()
                        .geo())
                .isEqualTo(new Geo(List.of(), List.of()));
    }
}
