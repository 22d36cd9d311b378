package dev.gatehouse.config.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.Front;
import dev.gatehouse.config.model.Health;
import dev.gatehouse.config.model.Pool;
import dev.gatehouse.config.model.PoolOrigin;
import dev.gatehouse.config.model.Profile;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.config.model.RouteTableConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The variables of Kisum: a list of origins is one service, an object is several. */
class KisumSettingsTest {

    private static final String A = "{\"baseUrl\": \"https://a.example.com\"}";

    private final Map<String, Object> variables = new HashMap<>();

    private Profiles.Outcome read(Object services) {
        variables.put("SERVICES", services);
        return Profiles.read(Profile.KISUM, variables::get, name -> Optional.empty());
    }

    private RouteTableConfig table(Object services) {
        Profiles.Outcome outcome = read(services);
        assertThat(outcome).isInstanceOf(Profiles.Outcome.Ready.class);
        return ((Profiles.Outcome.Ready) outcome).table();
    }

    private List<String> faults(Object services) {
        return faults(read(services));
    }

    private static List<String> faults(Profiles.Outcome outcome) {
        return outcome instanceof Profiles.Outcome.Broken broken
                ? broken.problems().stream()
                        .map(problem -> problem.pointer().path() + ": " + problem.message())
                        .toList()
                : List.of();
    }

    private static Pool pool(RouteConfig route) {
        return (Pool) route.target();
    }

    private PoolOrigin origin(String origin) {
        return pool(table("[" + origin + "]").routes().get(0)).origins().get(0);
    }

    // One service, or several

    @Test
    void aListIsOneServiceCalledDefaultThatGetsEveryPathAsItIs() {
        RouteTableConfig table = table("[" + A + "]");

        assertThat(table.routes()).singleElement().satisfies(route -> {
            assertThat(route.id()).isEqualTo("default");
            assertThat(Objects.requireNonNull(route.match().path()).text()).isEqualTo("/");
            assertThat(route.forwarding().stripPrefix()).isFalse();
            assertThat(pool(route).name()).isEqualTo("default");
        });
        assertThat(table.front().refusesUnmatched()).isFalse();
    }

    @Test
    void anObjectIsSeveralServicesByTheFirstSegmentWhichIsCutOff() {
        RouteTableConfig table = table("{\"auth\": [" + A + "], \"ai\": [" + A + "]}");

        assertThat(table.routes()).extracting(RouteConfig::id).containsExactly("auth", "ai");
        assertThat(table.routes()).allSatisfy(route -> {
            assertThat(Objects.requireNonNull(route.match().path()).text()).isEqualTo("/" + route.id());
            assertThat(route.forwarding().stripPrefix()).isTrue();
            assertThat(pool(route).name()).isEqualTo(route.id());
        });
        assertThat(table.front().refusesUnmatched())
                .as("an unknown service is 404")
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"'', true", "', \"stripPrefix\": true', true", "', \"stripPrefix\": false', false"})
    void aServiceMayBeAnObjectThatSaysWhetherItsSegmentIsCutOff(String field, boolean cut) {
        RouteTableConfig table = table("{\"ai\": {\"origins\": [" + A + "]" + field + "}}");

        assertThat(table.routes().get(0).forwarding().stripPrefix()).isEqualTo(cut);
    }

    @Test
    void aServiceObjectNeedsOriginsAndHasNothingElse() {
        assertThat(faults("{\"ai\": {}}")).singleElement().asString().startsWith("SERVICES.ai.origins: ");
        assertThat(faults("{\"ai\": {\"origins\": [" + A + "], \"stripprefix\": false}}"))
                .singleElement()
                .asString()
                .contains("stripprefix", "stripPrefix");
    }

    @Test
    void thePageOfStatusIsNoService() {
        assertThat(faults("{\"__lb\": [" + A + "]}")).singleElement().asString().contains("__lb");
        assertThat(table("{\"_lb\": [" + A + "], \"__lbs\": [" + A + "]}").routes())
                .hasSize(2);
        assertThat(Objects.requireNonNull(table("[" + A + "]").front().status()).path())
                .isEqualTo("/__lb/status");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "a b", "%61", "ä"})
    void aServiceIsOneSegmentOfAPath(String name) {
        assertThat(faults("{\"" + name + "\": [" + A + "]}"))
                .singleElement()
                .asString()
                .contains("one path segment");
    }

    @Test
    void servicesAreToldApartByCase() {
        assertThat(table("{\"ai\": [" + A + "], \"AI\": [" + A + "]}").routes())
                .extracting(RouteConfig::id)
                .containsExactly("ai", "AI");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "[]", "{\"ai\": []}", "7", "\"https://a.example.com\"", "[\"https://a.example.com\"]", "{"
            })
    void whatNamesNoOriginIsAFault(String services) {
        assertThat(faults(services)).isNotEmpty().allMatch(fault -> fault.startsWith("SERVICES"));
    }

    // Where the list stands

    @Test
    void withoutServicesThereIsNoDefault() {
        variables.put("LB_NAME", "one");

        assertThat(faults(Profiles.read(Profile.KISUM, variables::get, name -> Optional.empty())))
                .singleElement()
                .asString()
                .startsWith("SERVICES: ")
                .doesNotContain("ORIGINS");
    }

    @Test
    void theOlderListIsNotReadButNoticed() {
        variables.put("ORIGINS", "[" + A + "]");

        assertThat(faults(Profiles.read(Profile.KISUM, variables::get, name -> Optional.empty())))
                .singleElement()
                .asString()
                .startsWith("SERVICES: ")
                .contains("ORIGINS is no longer read");
        assertThat(table("{\"ai\": [" + A + "]}").routes()).hasSize(1);
    }

    @Test
    void listsAndMapsThatAContainerHasBoundSayTheSameAsText() {
        Map<String, Object> origin = Map.of("baseUrl", "https://a.example.com", "name", "a", "weight", 2);
        String text = "{\"baseUrl\": \"https://a.example.com\", \"name\": \"a\", \"weight\": 2}";

        assertThat(table(List.of(origin))).isEqualTo(table("[" + text + "]"));
        assertThat(table(Map.of("ai", Map.of("origins", List.of(origin), "stripPrefix", false))))
                .isEqualTo(table("{\"ai\": {\"origins\": [" + text + "], \"stripPrefix\": false}}"));
    }

    // An origin

    @Test
    void anOriginIsCalledLikeItsHostAndWeighsOne() {
        PoolOrigin origin = origin("{\"baseUrl\": \"https://A.example.com:8443\"}");

        assertThat(origin.name()).isEqualToIgnoringCase("a.example.com");
        assertThat(origin.weight()).isEqualTo(1);
        assertThat(origin.connectTo()).isNull();
    }

    @Test
    void anOriginMaySayItsNameAndWeight() {
        PoolOrigin origin = origin("{\"baseUrl\": \"http://a.example.com\", \"name\": \"ai-a\", \"weight\": 1000000}");

        assertThat(origin.name()).isEqualTo("ai-a");
        assertThat(origin.weight()).isEqualTo(1_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "1000001", "\"2\""})
    void aWeightIsAWholeNumberAboveZero(String weight) {
        assertThat(faults("[{\"baseUrl\": \"https://a.example.com\", \"weight\": " + weight + "}]"))
                .singleElement()
                .asString()
                .startsWith("SERVICES[0].weight: ");
    }

    @Test
    void aPathOfABaseUrlIsKept() {
        assertThat(origin("{\"baseUrl\": \"https://a.example.com/v2/ai\"}")
                        .upstream()
                        .basePath())
                .isEqualTo("/v2/ai");
    }

    @Test
    void anAddressOfAPrivateNetworkIsTheOperatorsToGive() {
        assertThat(origin("{\"baseUrl\": \"http://10.0.0.1:8080\"}").url()).isEqualTo("http://10.0.0.1:8080");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.example.com",
                "ftp://a.example.com",
                "https://",
                "https://user:hunter2@a.example.com",
                "https://a.example.com?q=hunter2",
                "https://a.example.com#hunter2",
                "not a url"
            })
    void aBaseUrlIsHttpOrHttpsAndNothingOfItIsShown(String url) {
        assertThat(faults("[{\"baseUrl\": \"" + url + "\"}]"))
                .singleElement()
                .asString()
                .startsWith("SERVICES[0].baseUrl: ")
                .contains("an http or https URL")
                .doesNotContain("hunter2");
    }

    @Test
    void anOriginNeedsABaseUrlAndHasNothingUnknown() {
        assertThat(faults("[{\"name\": \"a\"}]")).singleElement().asString().startsWith("SERVICES[0].baseUrl: ");
        assertThat(faults("[{\"baseUrl\": \"https://a.example.com\", \"wieght\": 2}]"))
                .singleElement()
                .asString()
                .contains("wieght", "weight");
    }

    @Test
    void aNameIsInAServiceOnlyOnce() {
        String twice =
                "[{\"baseUrl\": \"https://a.example.com\", \"name\": \"x\"}, {\"baseUrl\": \"https://b.example.com\", \"name\": \"x\"}]";

        assertThat(faults(twice)).singleElement().asString().contains("duplicate origin name x");
        assertThat(table("{\"auth\": [" + A + "], \"ai\": [" + A + "]}").routes())
                .as("other services have names of their own")
                .hasSize(2);
    }

    @Test
    void twoPortsOfOneHostNeedNames() {
        String ports = "[{\"baseUrl\": \"http://a.example.com:1\"}, {\"baseUrl\": \"http://a.example.com:2\"}]";

        assertThat(faults(ports)).singleElement().asString().contains("duplicate origin name a.example.com");
        assertThat(table(ports.replace(":2\"", ":2\", \"name\": \"second\"")).routes())
                .hasSize(1);
    }

    @Test
    void aServiceHasOneToSixtyFourOrigins() {
        assertThat(pool(table(origins(64)).routes().get(0)).origins()).hasSize(64);
        assertThat(faults(origins(65))).singleElement().asString().startsWith("SERVICES: ");
    }

    private static String origins(int count) {
        StringBuilder list = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            list.append(i == 0 ? "" : ", ")
                    .append("{\"baseUrl\": \"https://o")
                    .append(i)
                    .append(".example.com\"}");
        }
        return list.append(']').toString();
    }

    // The other variables

    @Test
    void withoutThemAnAttemptHasTenSecondsAndARoundIsEveryMinute() {
        RouteConfig route = table("[" + A + "]").routes().get(0);

        assertThat(Objects.requireNonNull(pool(route).deadlines()).timeout()).isEqualTo(Duration.ofSeconds(10));
        Health health = Objects.requireNonNull(pool(route).health());
        assertThat(health.interval()).isEqualTo(Duration.ofMinutes(1));
        assertThat(health.shared()).isTrue();
        assertThat(Objects.requireNonNull(health.probe()).path()).isEqualTo("/health");
        assertThat(route.rewriting().requestHeaders().set()).containsEntry("x-load-balancer", "loadbalancer-kisum");
        assertThat(route.rewriting().responseHeaders().set()).containsEntry("x-origin-service", "default");
    }

    @Test
    void theyHoldForEveryService() {
        variables.put("LB_NAME", "loadbalancer-kisumai");
        variables.put("LB_ATTEMPT_TIMEOUT_MS", " 2500 ");
        variables.put("LB_HEALTH_INTERVAL_SECONDS", "5");

        assertThat(table("{\"auth\": [" + A + "], \"ai\": [" + A + "]}").routes())
                .hasSize(2)
                .allSatisfy(route -> {
                    assertThat(Objects.requireNonNull(pool(route).deadlines()).timeout())
                            .isEqualTo(Duration.ofMillis(2_500));
                    assertThat(Objects.requireNonNull(pool(route).health()).interval())
                            .isEqualTo(Duration.ofSeconds(5));
                    assertThat(route.rewriting().requestHeaders().set())
                            .containsEntry("x-load-balancer", "loadbalancer-kisumai");
                });
    }

    @ParameterizedTest
    @CsvSource({
        "LB_ATTEMPT_TIMEOUT_MS, 0, 86400000, 86400001",
        "LB_HEALTH_INTERVAL_SECONDS, 1, 3600, 3601",
        "LB_HEALTH_INTERVAL_SECONDS, 1, 3600, 0"
    })
    void aNumberHasBounds(String name, String least, String most, String beyond) {
        variables.put(name, least);
        assertThat(faults("[" + A + "]")).isEmpty();
        variables.put(name, most);
        assertThat(faults("[" + A + "]")).isEmpty();
        variables.put(name, beyond);
        assertThat(faults("[" + A + "]"))
                .singleElement()
                .asString()
                .isEqualTo(name + ": \"" + beyond + "\" (expected: a whole number from " + least + " to " + most + ")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "soon", "1e3", "99999999999"})
    void whatIsNoNumberIsAFaultHoweverManyServicesThereAre(String number) {
        variables.put("LB_ATTEMPT_TIMEOUT_MS", number);

        assertThat(faults("{\"auth\": [" + A + "], \"ai\": [" + A + "]}"))
                .singleElement()
                .asString()
                .startsWith("LB_ATTEMPT_TIMEOUT_MS: ");
    }

    @Test
    void faultySettingsStillSayHowErrorsLook() {
        Front front = ((Profiles.Outcome.Broken) read("[]")).front();

        assertThat(front.ownErrorCors()).isTrue();
        assertThat(Objects.requireNonNull(front.errors().get("misconfigured")).status())
                .hasValue(500);
    }
}
