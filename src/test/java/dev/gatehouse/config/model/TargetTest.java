package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.forwarding;
import static dev.gatehouse.config.load.Documents.read;
import static dev.gatehouse.config.load.Documents.table;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a route may lead: one form only, and what belongs to which form. */
class TargetTest {

    private static final String SPLIT = "\"trafficSplit\": [{\"upstream\": \"a.test\", \"weight\": 1}]";

    @Test
    void aRouteHasExactlyOneTarget() {
        assertThat(faultsOf("")).singleElement().asString().contains("no target");
        assertThat(faultsOf("\"upstream\": \"a.test\", \"upstreams\": [\"b.test\"]"))
                .singleElement()
                .asString()
                .contains("2 targets: upstream, upstreams");
        assertThat(faultsOf("\"upstream\": \"a.test\", \"upstreams\": [\"b.test\"], " + SPLIT))
                .singleElement()
                .asString()
                .contains("3 targets");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"upstream\": \"a.test\"", "\"upstreams\": [\"a.test\"]", SPLIT})
    void anAnswerAtTheEdgeHasNoUpstreamBesideIt(String upstream) {
        assertThat(faultsOf("\"respond\": {\"status\": 200}, " + upstream))
                .singleElement()
                .asString()
                .contains("2 targets");
    }

    @Test
    void aListHoldsOneToSixtyFourUpstreams() {
        assertThat(faultsOf("\"upstreams\": []")).hasSize(1);
        assertThat(faultsOf("\"upstreams\": [" + upstreams(64) + "]")).isEmpty();
        assertThat(faultsOf("\"upstreams\": [" + upstreams(65) + "]")).hasSize(1);
    }

    @Test
    void anUpstreamMayBeListedTwice() {
        assertThat(faultsOf("\"upstreams\": [\"a.test\", \"a.test\"]")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"failover", "outlier"})
    void walkSettingsNeedSeveralUpstreams(String block) {
        assertThat(faultsOf("\"upstreams\": [\"a.test\"], \"" + block + "\": {}"))
                .isEmpty();
        assertThat(faultsOf(SPLIT + ", \"" + block + "\": {}")).isEmpty();
        assertThat(faultsOf("\"respond\": {\"status\": 200}, \"" + block + "\": {}"))
                .hasSize(1);
    }

    @Test
    void failoverIsRefusedOnASingleUpstream() {
        assertThat(faults(forwarding("\"failover\": {}")))
                .containsExactly(
                        "routes[0].failover: an empty object (expected: only beside upstreams or trafficSplit)");
    }

    @Test
    void outlierIsRefusedOnASingleUpstream() {
        assertThat(faults(forwarding("\"outlier\": {}")))
                .containsExactly(
                        "routes[0].outlier: an empty object (expected: only beside upstreams or trafficSplit)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"stickyBy\": \"cookie\"", "\"hashBy\": {\"source\": \"ip\"}", "\"hashType\": \"consistent\""})
    void distributionSettingsNeedASplit(String setting) {
        assertThat(faultsOf(SPLIT + ", " + setting)).isEmpty();
        assertThat(faults(forwarding(setting))).singleElement().asString().contains("only beside trafficSplit");
        assertThat(faultsOf("\"upstreams\": [\"a.test\"], " + setting)).hasSize(1);
    }

    @Test
    void aSplitWithoutWeightIsRefused() {
        assertThat(faultsOf("\"trafficSplit\": []")).hasSize(1);
        assertThat(
                        faultsOf(
                                "\"trafficSplit\": [{\"upstream\": \"a.test\", \"weight\": 0}, {\"upstream\": \"b.test\", \"weight\": 0}]"))
                .hasSize(2);
        assertThat(faultsOf("\"trafficSplit\": [{\"upstream\": \"a.test\"}]")).hasSize(1);
        assertThat(faultsOf("\"trafficSplit\": [{\"weight\": 1}]")).hasSize(1);
    }

    @Test
    void anAuthorityIsInASplitOnlyOnce() {
        assertThat(
                        faultsOf(
                                "\"trafficSplit\": [{\"upstream\": \"a.test/x\", \"weight\": 1}, {\"upstream\": \"A.test/y\", \"weight\": 1}]"))
                .singleElement()
                .asString()
                .startsWith("routes[0].trafficSplit[1].upstream: ");
        assertThat(
                        faultsOf(
                                "\"trafficSplit\": [{\"upstream\": \"a.test:1\", \"weight\": 1}, {\"upstream\": \"a.test:2\", \"weight\": 1}]"))
                .isEmpty();
    }

    @Test
    void aCookieKeepsACallerOnlyWhereTheAddressWasHashed() {
        assertThat(faultsOf(SPLIT + ", \"stickyBy\": \"cookie\", \"hashBy\": {\"source\": \"ip\"}"))
                .isEmpty();
        assertThat(faultsOf(SPLIT + ", \"stickyBy\": \"cookie\", \"hashBy\": {\"source\": \"path\"}"))
                .singleElement()
                .asString()
                .startsWith("routes[0].stickyBy: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"source\": \"method\"}",
                "{\"source\": \"header\"}",
                "{\"source\": \"header\", \"header\": \"a b\"}",
                "{\"source\": \"cookie\", \"header\": \"a\"}",
                "{\"source\": \"query\", \"query\": \"a=b\"}",
                "{\"source\": \"ip\", \"header\": \"a\"}",
                "\"ip\""
            })
    void aHashNeedsItsSourceAndItsNameAndNothingElse(String hashBy) {
        assertThat(faultsOf(SPLIT + ", \"hashBy\": " + hashBy)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[\"4xx\"]", "[\"TIMEOUT\"]", "\"timeout\""})
    void failoverNamesFailuresThatThereAre(String on) {
        assertThat(faultsOf("\"upstreams\": [\"a.test\"], \"failover\": {\"on\": " + on + "}"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.0.0.1:80",
                "localhost",
                "169.254.169.254",
                "https://m.test",
                "m.test?q",
                "",
                "m test"
            })
    void aMirrorIsHeldToWhatAnUpstreamIs(String upstream) {
        String mirror = "\"upstream\": \"a.test\", \"mirror\": {\"upstream\": \"" + upstream + "\"}";
        assertThat(faultsOf(mirror)).singleElement().asString().startsWith("routes[0].mirror.upstream: ");
    }

    @Test
    void aMirrorMayBePrivateWhereTheRouteAllowsIt() {
        String mirror = "\"upstream\": \"a.test\", \"mirror\": {\"upstream\": \"127.0.0.1:8080/base\"}";
        assertThat(faultsOf(mirror + ", \"allowPrivateUpstream\": true")).isEmpty();
    }

    @Test
    void mirrorAndErrorPagesNeedAnUpstream() {
        assertThat(faultsOf("\"respond\": {\"status\": 200}, \"mirror\": {\"upstream\": \"m.test\"}"))
                .isNotEmpty();
        assertThat(faultsOf("\"upstreams\": [\"a.test\"], \"mirror\": {\"upstream\": \"m.test\"}"))
                .isEmpty();
    }

    @Test
    void theOrderOfUpstreamsIsKept() {
        Target.Candidates candidates = (Target.Candidates)
                read(table("{\"match\": {\"path\": \"/\"}, \"upstreams\": [\"c.test\", \"a.test\", \"b.test\"]}"))
                        .routes()
                        .get(0)
                        .target();
        assertThat(candidates.upstreams())
                .extracting(UpstreamRef::authority)
                .containsExactly("c.test", "a.test", "b.test");
    }

    private static List<String> faultsOf(String fields) {
        return faults(table("{\"match\": {\"path\": \"/\"}" + (fields.isEmpty() ? "" : ", ") + fields + "}"));
    }

    private static String upstreams(int count) {
        return String.join(", ", Collections.nCopies(count, "\"a.test\""));
    }
}
