package dev.gatehouse.config.load;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.forwarding;
import static dev.gatehouse.config.load.Documents.read;
import static dev.gatehouse.config.load.Documents.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.config.load.Loading.Fault;
import dev.gatehouse.config.load.Loading.Loaded;
import dev.gatehouse.config.load.Loading.Refused;
import dev.gatehouse.config.model.Meta;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.config.model.RouteTableConfig;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents as a whole: what is accepted, and how a refusal reads. */
class RouteTablesTest {

    @Test
    void theSmallestRouteIsAMatchAndOneUpstream() {
        assertThat(RouteTables.parse("{\"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"}]}"))
                .isInstanceOf(Loaded.class);
        assertThat(RouteTables.parse(
                        "{\"routes\": [{\"match\": {\"host\": \"a.test\"}, \"respond\": {\"status\": 200}}]}"))
                .isInstanceOf(Loaded.class);
    }

    @Test
    void aRefusalNamesRouteFieldPlaceValueAndExpectation() {
        Refused refused = refused(
                "{\n  \"routes\": [\n    {\"match\": {\"path\": \"/\"},\n     \"upstream\": \"https://x\"}\n  ]\n}");
        assertThat(refused.fault()).isEqualTo(Fault.SCHEMA);
        assertThat(refused.problems())
                .singleElement()
                .asString()
                .startsWith(
                        "routes[0].upstream (line 4, column 18): \"https://x\" (expected: host, host:port or host/base/path");
    }

    @Test
    void allFaultsOfADocumentAreReportedAtOnce() {
        assertThat(faults("""
                        {"vers": 1, "meta": {"revision": -1}, "defaults": {"retries": 101}, "routes": [
                          {"match": {}, "upstream": "a.test"},
                          {"match": {"path": "/"}, "timeoutMs": 0, "upstream": "http://b", "colour": 1}
                        ]}
                        """)).hasSize(7);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"routes\": []}",
                "{\"routes\": {}}",
                "{\"routes\": null}",
                "{\"routes\": [1]}",
                "{\"routes\": [{}]}",
                "[]",
                "null",
                "1"
            })
    void aDocumentHasRoutes(String document) {
        assertThat(refused(document).fault()).isEqualTo(Fault.SCHEMA);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"routes\": [{\"match\": {\"path\": \"/\", \"x\": 1}, \"upstream\": \"a.test\"}]}",
                "{\"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\", \"x\": 1}]}",
                "{\"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\", \"cache\": {\"key\": {\"x\": 1}}}]}",
                "{\"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"}], \"x\": 1}",
                "{\"meta\": {\"x\": 1}, \"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"}]}",
                "{\"defaults\": {\"x\": 1}, \"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"}]}",
                "{\"defaults\": {\"cors\": {\"x\": 1}}, \"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"}]}"
            })
    void unknownKeysAreRefusedAtEveryLevel(String document) {
        assertThat(faults(document)).singleElement().asString().contains("unknown key \"x\"");
    }

    @Test
    void anOmittedVersionIsTheFirst() {
        assertThat(read(forwarding("")).version()).isEqualTo(1);
        assertThat(RouteTables.CONFIG_VERSION).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "0", "-1", "1.5", "1e400", "999999999999"})
    void anotherVersionIsNotLookedAt(String version) {
        Refused refused = refused("{\"version\": " + version + ", \"routes\": \"of the future\"}");
        assertThat(refused.fault()).isEqualTo(Fault.UNSUPPORTED_VERSION);
        assertThat(refused.problems()).hasSize(1);
        assertThatThrownBy(() -> RouteTables.define("{\"version\": " + version + "}"))
                .isInstanceOf(ConfigRejected.class);
    }

    @Test
    void aVersionThatIsNoNumberIsAFaultLikeAnyOther() {
        assertThat(refused("{\"version\": \"1\"}").fault()).isEqualTo(Fault.SCHEMA);
    }

    @Test
    void metaIsCheckedAndCarriedThrough() {
        RouteTableConfig table =
                read("{\"meta\": {\"updatedAt\": \"2026-01-01T00:00:00Z\", \"updatedBy\": \"me\", \"revision\": 3}, "
                        + forwarding("").substring(1));
        assertThat(table.meta()).isEqualTo(new Meta("2026-01-01T00:00:00Z", "me", new Meta.Revision.Numbered(3), null));
        for (String meta : List.of(
                "{\"updatedAt\": \"\"}",
                "{\"updatedBy\": 1}",
                "{\"revision\": 1.5}",
                "{\"revision\": \"\"}",
                "{\"note\": 1}",
                "1")) {
            assertThat(faults("{\"meta\": " + meta + ", " + forwarding("").substring(1)))
                    .hasSize(1);
        }
        assertThat(faults("{\"meta\": {\"revision\": \"r1\", \"note\": \"\"}, "
                        + forwarding("").substring(1)))
                .isEmpty();
    }

    @Test
    void idsAreUnique() {
        String route = "{\"id\": \"a\", \"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"}";
        assertThat(faults(table(route, route)))
                .containsExactly("routes[1].id: \"a\" (expected: an id of its own; routes[0] has it already)");
        assertThat(faults(table(route.replace("\"a\"", "\"\"")))).hasSize(1);
    }

    @Test
    void anIdOfADisabledRouteIsTakenToo() {
        String route = "{\"id\": \"a\", \"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"%s}";
        assertThat(faults(table(route.formatted(""), route.formatted(", \"enabled\": false"))))
                .hasSize(1);
    }

    @Test
    void aDisabledRouteIsCheckedAndNotPartOfTheTable() {
        RouteTableConfig table = read(table(
                "{\"id\": \"off\", \"enabled\": false, \"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"}",
                "{\"id\": \"on\", \"enabled\": true, \"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"}"));
        assertThat(table.routes()).extracting(RouteConfig::id).containsExactly("on");
        assertThat(table.routes().get(0).position()).isZero();
        assertThat(table.disabled()).extracting(RouteConfig::id).containsExactly("off");
        assertThat(faults(table("{\"enabled\": false, \"match\": {\"path\": \"x\"}, \"upstream\": \"a.test\"}")))
                .hasSize(1);
        assertThat(faults(forwarding("\"enabled\": \"no\""))).hasSize(1);
    }

    @Test
    void aRouteHasAtMostSixtyFourKibibytes() {
        String frame = "{\"match\":{\"path\":\"/\"},\"upstream\":\"a.test\",\"upstreamHeaders\":{\"x\":\"\"}}";
        String fits = "x".repeat(65_536 - frame.length());
        String route =
                "{ \"match\": {\"path\": \"/\"},\n\n \"upstream\": \"a.test\", \"upstreamHeaders\": {\"x\": \"%s\"}}";
        assertThat(faults(table(route.formatted(fits)))).isEmpty();
        assertThat(faults(table(route.formatted(fits + "x"))))
                .containsExactly("routes[0]: a route of 65537 bytes (expected: at most 65536)");
    }

    @Test
    void deadlinesFitTogether() {
        assertThat(faults(forwarding("\"timeoutMs\": 30000"))).isEmpty();
        assertThat(faults(forwarding("\"timeoutMs\": 30001")))
                .containsExactly("routes[0].timeoutMs: 30001 (expected: at most totalTimeoutMs, which is 30000)");
        assertThat(faults(forwarding("\"totalTimeoutMs\": 9999")))
                .containsExactly("routes[0].totalTimeoutMs: 9999 (expected: at least timeoutMs, which is 10000)");
    }

    @Test
    void aSlowThinkerMayTakeFiveMinutesToItsFirstByte() {
        assertThat(
                        RouteTables.parse(
                                forwarding(
                                        "\"timeoutMs\": 60000, \"totalTimeoutMs\": 60000, \"firstChunkTimeoutMs\": 300000, \"streamIdleTimeoutMs\": 60000")))
                .isInstanceOf(Loaded.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeoutMs", "totalTimeoutMs", "firstChunkTimeoutMs", "streamIdleTimeoutMs"})
    void deadlinesArePositiveWholeMilliseconds(String field) {
        for (String value : List.of("0", "-1", "0.5", "\"1\"", "null")) {
            assertThat(faults(forwarding("\"" + field + "\": " + value)))
                    .anyMatch(f -> f.startsWith("routes[0]." + field));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"function() {}", "() => 1", "${jndi:ldap://x}", "#{T(java.lang.Runtime)}", "{{x}}"})
    void nothingInATableIsExecuted(String text) {
        RouteTableConfig table = read(forwarding("\"upstreamHeaders\": {\"x\": \"" + text + "\"}"));
        assertThat(table.routes().get(0).rewriting().requestHeaders().set()).containsEntry("x", text);
        assertThat(faults(forwarding("\"onRequest\": \"" + text + "\""))).hasSize(1);
    }

    @Test
    void theKindsOfFailureAreToldApart() throws IOException {
        assertThat(fault(() -> {
                    throw new IOException("down");
                }))
                .isEqualTo(Fault.UNREACHABLE);
        assertThat(fault(() -> "{")).isEqualTo(Fault.MALFORMED);
        assertThat(fault(() -> "{}")).isEqualTo(Fault.SCHEMA);
        assertThat(fault(() -> "{\"version\": 2}")).isEqualTo(Fault.UNSUPPORTED_VERSION);
        assertThat(RouteTables.load(() -> null)).isEmpty();
    }

    @Test
    void aTableInMemoryIsReadLikeText() {
        Map<String, Object> document = Map.of(
                "routes", List.of(Map.of("id", "a", "match", Map.of("path", "/"), "upstream", "a.test", "retries", 2)));
        assertThat(RouteTables.define(document))
                .isEqualTo(
                        RouteTables.define(
                                "{\"routes\": [{\"id\": \"a\", \"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\", \"retries\": 2}]}"));
    }

    @Test
    void anInvalidTableInCodeThrowsWithEveryProblem() {
        assertThatThrownBy(() -> RouteTables.define(forwarding("\"retries\": -1, \"x\": 1")))
                .isInstanceOf(ConfigRejected.class)
                .hasMessageContaining("routes[0].retries (line 1, column")
                .hasMessageContaining("unknown key \"x\"")
                .extracting(e -> ((ConfigRejected) e).problems().size())
                .isEqualTo(2);
    }

    @Test
    void aTableOfTenThousandRoutesIsReadInASecondOrTwo() {
        StringBuilder routes = new StringBuilder("{\"defaults\": {\"cors\": {}}, \"routes\": [");
        for (int i = 0; i < 10_000; i++) {
            routes.append(i == 0 ? "" : ",")
                    .append("{\"id\": \"r")
                    .append(i)
                    .append("\", \"match\": {\"path\": \"/p")
                    .append(i)
                    .append("\"}, \"upstream\": \"a.test\"}");
        }
        long start = System.nanoTime();
        assertThat(read(routes.append("]}").toString()).routes()).hasSize(10_000);
        assertThat(System.nanoTime() - start).isLessThan(20_000_000_000L);
    }

    private static Refused refused(String document) {
        if (RouteTables.parse(document) instanceof Refused refused) {
            return refused;
        }
        throw new AssertionError("accepted: " + document);
    }

    private static Fault fault(dev.gatehouse.config.source.ConfigSource source) {
        Optional<Loading> loading = RouteTables.load(source);
        if (loading.orElseThrow() instanceof Refused refused) {
            return refused.fault();
        }
        throw new AssertionError("accepted");
    }
}
