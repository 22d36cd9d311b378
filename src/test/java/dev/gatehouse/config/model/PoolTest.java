package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.load.CanonicalJson;
import dev.gatehouse.config.load.Documents;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools as they are written in a table. */
class PoolTest {

    private static final String ORIGINS = "\"origins\": [{\"url\": \"https://a.test\"}, {\"url\": \"https://b.test\"}]";
    private static final String STEP = "\"failover\": [{\"on\": [\"timeout\"]}]";

    private static String pool(String fields, String... routeFields) {
        String more = routeFields.length == 0 ? "" : ", " + String.join(", ", routeFields);
        return table("{\"id\": \"r\", \"match\": {\"path\": \"/\"}, \"pool\": {" + fields + "}" + more + "}");
    }

    private static Pool read(String fields, String... routeFields) {
        return (Pool) Documents.read(pool(fields, routeFields)).routes().get(0).target();
    }

    private static PoolOrigin origin(String fields, String... routeFields) {
        return read("\"origins\": [{" + fields + "}]", routeFields).origins().get(0);
    }

    private static List<String> originFaults(String fields, String... routeFields) {
        return faults(pool("\"origins\": [{" + fields + "}]", routeFields));
    }

    @Test
    void whatIsLeftOutHasItsDefault() {
        Pool pool = read(ORIGINS);

        assertThat(pool.name()).isNull();
        assertThat(pool.pick()).isEqualTo(Pool.Pick.ORDERED);
        assertThat(pool.maxAttempts()).isEqualTo(64);
        assertThat(pool.failover()).isEmpty();
        assertThat(pool.relayLast()).isTrue();
        assertThat(pool.replayBytes()).isZero();
        assertThat(pool.overflow()).isEqualTo(Pool.Overflow.SINGLE_ATTEMPT);
        assertThat(pool.dropsGetBody()).isFalse();
        assertThat(pool.deadlines()).isNull();
        assertThat(pool.hostHeader()).isEqualTo(HostHeader.UPSTREAM);
        assertThat(pool.readiness()).isNull();
        assertThat(pool.health()).isNull();
    }

    @Test
    void whatIsReadIsWrittenAndReadAgainTheSame() {
        String all =
                "\"name\": \"p\", \"origins\": [{\"url\": \"https://a.test:8443/base\", \"name\": \"a\", \"weight\": 3,"
                        + " \"connectTo\": \"c.test\"}], \"pick\": \"randomStart\", \"maxAttempts\": 2, \"relayLast\": false, "
                        + STEP
                        + ", \"replayBytes\": 10, \"overflow\": \"refuse\", \"dropGetBody\": true, \"deadlines\": {\"timeoutMs\": 0},"
                        + " \"hostHeader\": \"original\", \"health\": {}";
        RouteTableConfig table = Documents.read(pool(all));

        assertThat(Documents.read(CanonicalJson.of(table))).isEqualTo(table);
    }

    // Origins

    @Test
    void aPoolHasOneToSixtyFourOrigins() {
        assertThat(faults(pool("\"name\": \"p\"")))
                .singleElement()
                .asString()
                .isEqualTo("routes[0].pool.origins: missing (expected: a list of 1 to 64, each an object)");
        assertThat(faults(pool("\"origins\": []"))).hasSize(1);
        assertThat(faults(pool("\"origins\": [" + origins(64) + "]"))).isEmpty();
        assertThat(faults(pool("\"origins\": [" + origins(65) + "]"))).hasSize(1);
    }

    private static String origins(int count) {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < count; i++) {
            list.append(i == 0 ? "" : ", ")
                    .append("{\"url\": \"https://o")
                    .append(i)
                    .append(".test\"}");
        }
        return list.toString();
    }

    @Test
    void anOriginIsCalledLikeItsHostAndWeighsOne() {
        PoolOrigin origin = origin("\"url\": \"HTTP://A.test:8080/v2\"");

        assertThat(origin.name()).isEqualTo("a.test");
        assertThat(origin.scheme()).isEqualTo(Scheme.HTTP);
        assertThat(origin.url()).isEqualTo("http://a.test:8080/v2");
        assertThat(origin.weight()).isEqualTo(1);
        assertThat(origin.connectTo()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "1000000, 0", "1000001, 1"})
    void aWeightHasBounds(String weight, int faults) {
        assertThat(originFaults("\"url\": \"https://a.test\", \"weight\": " + weight))
                .hasSize(faults)
                .allMatch(fault -> fault.startsWith("routes[0].pool.origins[0].weight: "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.test",
                "ftp://a.test",
                "https://",
                "https://u:p@a.test",
                "https://a.test?q",
                "https://a.test#f",
                "https://127.0.0.1",
                "https://10.0.0.1:8080",
                "https://[::1]"
            })
    void aUrlIsHttpOrHttpsAndNotPrivate(String url) {
        assertThat(originFaults("\"url\": \"" + url + "\""))
                .singleElement()
                .asString()
                .startsWith("routes[0].pool.origins[0].url: ")
                .contains("an http or https URL");
    }

    @Test
    void aPrivateAddressIsForTheRouteToAllow() {
        String allowed = "\"allowPrivateUpstream\": true";

        assertThat(origin("\"url\": \"http://127.0.0.1:1\"", allowed).url()).isEqualTo("http://127.0.0.1:1");
        assertThat(originFaults("\"url\": \"https://a.test\", \"connectTo\": \"localhost\""))
                .singleElement()
                .asString()
                .startsWith("routes[0].pool.origins[0].connectTo: ")
                .contains("allowPrivateUpstream");
        assertThat(origin("\"url\": \"https://a.test\", \"connectTo\": \"localhost\"", allowed)
                        .connectTo())
                .isEqualTo("localhost");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*.b.test", "b.test:443", "https://b.test", ""})
    void whereToConnectIsOneNameWithoutPort(String name) {
        assertThat(originFaults("\"url\": \"https://a.test\", \"connectTo\": \"" + name + "\""))
                .singleElement()
                .asString()
                .startsWith("routes[0].pool.origins[0].connectTo: ");
    }

    @Test
    void aNameIsInAPoolOnlyOnceAndTheHostCountsAsOne() {
        assertThat(faults(pool("\"origins\": [{\"url\": \"https://a.test:1\"}, {\"url\": \"https://a.test:2\"}]")))
                .singleElement()
                .asString()
                .startsWith("routes[0].pool.origins[1]: duplicate origin name a.test");
        assertThat(
                        faults(
                                pool(
                                        "\"origins\": [{\"url\": \"https://a.test\"}, {\"url\": \"https://a.test\", \"name\": \"b\"}]")))
                .isEmpty();
    }

    // Numbers and what belongs together

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "64, 0", "65, 1"})
    void attemptsHaveBounds(String attempts, int faults) {
        assertThat(faults(pool(ORIGINS + ", \"maxAttempts\": " + attempts))).hasSize(faults);
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, 0", "67108864, 0", "67108865, 1"})
    void keptBytesHaveBounds(String bytes, int faults) {
        assertThat(faults(pool(ORIGINS + ", " + STEP + ", \"replayBytes\": " + bytes)))
                .hasSize(faults);
    }

    @Test
    void bodiesAreKeptOnlyWhereAStepSaysWhenTheyAreSentAgain() {
        assertThat(faults(pool(ORIGINS + ", \"replayBytes\": 1")))
                .singleElement()
                .asString()
                .startsWith("routes[0].pool.replayBytes: 1 (expected: only beside failover");
        assertThat(faults(pool(ORIGINS + ", \"overflow\": \"refuse\"")))
                .singleElement()
                .asString()
                .startsWith("routes[0].pool.overflow: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {STEP, "\"pick\": \"weightedRandom\"", "\"pick\": \"randomStart\""})
    void aGateAloneChooses(String other) {
        assertThat(faults(pool(ORIGINS + ", \"readiness\": {\"path\": \"/ready\"}, " + other)))
                .singleElement()
                .asString()
                .startsWith("routes[0].pool.readiness: ")
                .contains("the gate alone chooses");
        assertThat(faults(pool(ORIGINS + ", \"readiness\": {\"path\": \"/ready\"}, \"pick\": \"ordered\"")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"pick\": \"random\"",
                "\"overflow\": \"413\"",
                "\"hostHeader\": \"orginal\"",
                "\"dropGetBody\": false"
            })
    void aWordThatIsNoneIsRefused(String field) {
        assertThat(faults(pool(ORIGINS + ", " + STEP + ", \"replayBytes\": 1, " + field)))
                .hasSize(1);
    }

    @Test
    void whatIsNotKnownIsRefusedWithAGuess() {
        assertThat(faults(pool(ORIGINS + ", \"pik\": \"ordered\"")))
                .singleElement()
                .asString()
                .contains("pik", "pick");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"failover\": {}", "\"outlier\": {}", "\"hashType\": \"modulo\"", "\"stickyBy\": \"cookie\""})
    void theWordsOfOtherTargetsAreNotAPools(String field) {
        assertThat(faults(pool(ORIGINS, field))).hasSize(1);
    }

    @Test
    void aNameMeansTheSameOriginsWhereverItIs() {
        String first =
                "{\"match\": {\"path\": \"/1\"}, \"pool\": {\"name\": \"p\", \"origins\": [{\"url\": \"https://a.test\"}]}}";
        String same = first.replace("/1", "/2");

        assertThat(faults(table(first, same.replace("]}}", "], \"maxAttempts\": 1}}"))))
                .isEmpty();
        assertThat(faults(table(first, same.replace("a.test", "b.test"))))
                .singleElement()
                .asString()
                .startsWith("routes[1].pool: another pool called p");
        assertThat(faults(table(first, same.replace("]}}", "], \"health\": {}}}"))))
                .hasSize(1);
    }

    // Deadlines

    @Test
    void aDeadlineOfZeroIsNoneAndWhatIsLeftOutIsTheUsual() {
        Deadlines deadlines = Objects.requireNonNull(
                read(ORIGINS + ", \"deadlines\": {\"timeoutMs\": 0, \"streamIdleTimeoutMs\": 86400000}")
                        .deadlines());

        assertThat(deadlines.timeout()).isEqualTo(PoolDeadlines.NONE);
        assertThat(deadlines.total()).isEqualTo(PoolDeadlines.NONE);
        assertThat(deadlines.firstChunk()).isEqualTo(Duration.ofSeconds(60));
        assertThat(deadlines.streamIdle()).isEqualTo(Duration.ofDays(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeoutMs", "totalTimeoutMs", "firstChunkTimeoutMs", "streamIdleTimeoutMs"})
    void aDeadlineHasBounds(String name) {
        assertThat(faults(pool(ORIGINS + ", \"deadlines\": {\"" + name + "\": 86400000}")))
                .isEmpty();
        for (String beyond : List.of("-1", "86400001")) {
            assertThat(faults(pool(ORIGINS + ", \"deadlines\": {\"" + name + "\": " + beyond + "}")))
                    .singleElement()
                    .asString()
                    .startsWith("routes[0].pool.deadlines." + name + ": " + beyond + " (expected: ");
        }
    }

    // The gate

    private static List<String> gateFaults(String fields) {
        return faults(pool(ORIGINS + ", \"readiness\": {" + fields + "}"));
    }

    @Test
    void aGateAsksForAPathWithinTwoSecondsAndWantsNoContent() {
        Readiness gate = Objects.requireNonNull(read(ORIGINS + ", \"readiness\": {\"path\": \"/.well-known/ready\"}")
                .readiness());

        assertThat(gate).isEqualTo(new Readiness("/.well-known/ready", 204, null, null, Duration.ofSeconds(2)));
        assertThat(gateFaults("")).singleElement().asString().startsWith("routes[0].pool.readiness.path: missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ready", "/", "/a//b", "/a/../b", "/./a", "/a?b", "/a#b", "/%61", "/ä"})
    void thePathOfAGateIsPlain(String path) {
        assertThat(gateFaults("\"path\": \"" + path + "\""))
                .singleElement()
                .asString()
                .startsWith("routes[0].pool.readiness.path: ");
    }

    @ParameterizedTest
    @CsvSource({"199, 1", "200, 0", "299, 0", "300, 1"})
    void readyIsAStatusOfSuccess(String status, int faults) {
        assertThat(gateFaults("\"path\": \"/r\", \"status\": " + status)).hasSize(faults);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "60000, 0", "60001, 1"})
    void theWaitForAGateHasBounds(String millis, int faults) {
        assertThat(gateFaults("\"path\": \"/r\", \"timeoutMs\": " + millis)).hasSize(faults);
    }

    @Test
    void aFieldAndItsSecretComeTogetherAndASecretIsNamedNotWritten() {
        assertThat(gateFaults("\"path\": \"/r\", \"header\": \"X-Ready\", \"secret\": \"READY\""))
                .isEmpty();
        assertThat(gateFaults("\"path\": \"/r\", \"header\": \"x-ready\""))
                .singleElement()
                .asString()
                .isEqualTo(
                        "routes[0].pool.readiness.header: one without the other (expected: both header and secret, or neither)");
        assertThat(gateFaults("\"path\": \"/r\", \"secret\": \"READY\"")).hasSize(1);
        assertThat(gateFaults("\"path\": \"/r\", \"header\": \"x-ready\", \"secret\": \"hunter2 hunter2\""))
                .isNotEmpty()
                .noneMatch(fault -> fault.contains("hunter2"));
    }

    // What a pool rules out elsewhere on its route

    @Test
    void bodiesThatAreKeptAreNoLongerThanThoseThatAreMirrored() {
        String mirror = "\"mirror\": {\"upstream\": \"m.test\", \"includeBody\": true}";

        assertThat(faults(pool(ORIGINS + ", " + STEP + ", \"replayBytes\": 262144", mirror)))
                .isEmpty();
        assertThat(faults(pool(ORIGINS + ", " + STEP + ", \"replayBytes\": 262145", mirror)))
                .singleElement()
                .asString()
                .startsWith("routes[0].mirror: ");
    }
}
