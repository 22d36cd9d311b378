package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.read;
import static dev.gatehouse.config.load.Documents.table;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What moves a request on to the next origin of a pool. */
class TriggersTest {

    private static String steps(String steps) {
        return table(
                "{\"match\": {\"path\": \"/\"}, \"pool\": {\"origins\": [{\"url\": \"https://a.test\"}], \"failover\": ["
                        + steps + "]}}");
    }

    private static List<FailoverStep> stepsOf(String... steps) {
        return ((Pool) read(steps(String.join(", ", steps))).routes().get(0).target()).failover();
    }

    private static Triggers on(String entries) {
        return stepsOf("{\"on\": [" + entries + "]}").get(0).on();
    }

    @Test
    void eachWayToFailIsNamedByItself() {
        Triggers timeout = on("\"timeout\"");

        assertThat(timeout.names(FailureKind.TIMEOUT)).isTrue();
        assertThat(timeout.names(FailureKind.UNREACHABLE)).isFalse();
        assertThat(timeout.namesStatus(500)).isFalse();
        assertThat(on("\"unreachable\", \"timeout\"").kinds())
                .isEqualTo(Set.of(FailureKind.TIMEOUT, FailureKind.UNREACHABLE));
    }

    @Test
    void aClassOfStatusesIsAllOfFiveHundredAndNoOther() {
        Triggers on = on("\"5xx\"");

        assertThat(on.namesStatus(499)).isFalse();
        assertThat(on.namesStatus(500)).isTrue();
        assertThat(on.namesStatus(599)).isTrue();
        assertThat(on.namesStatus(600)).isFalse();
    }

    @Test
    void aSingleStatusIsThatOneAlone() {
        Triggers on = on("503, 500, 599");

        assertThat(on.namesStatus(503)).isTrue();
        assertThat(on.namesStatus(500)).isTrue();
        assertThat(on.namesStatus(599)).isTrue();
        assertThat(on.namesStatus(502)).isFalse();
        assertThat(on.names(FailureKind.STATUS_5XX)).isFalse();
    }

    @Test
    void theyAreWrittenInOneOrderHoweverTheyWereRead() {
        assertThat(on("504, \"unreachable\", 502, \"timeout\", 502").written())
                .isEqualTo(on("\"timeout\", 502, \"unreachable\", 504").written())
                .endsWith(502, 504)
                .hasSize(4);
        assertThat(Triggers.NONE.written()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"499", "600", "0", "502.5", "\"502\"", "\"4xx\"", "\"TIMEOUT\"", "\"reset\"", "true", "{}"})
    void anythingElseIsRefusedWhereItStands(String entry) {
        assertThat(faults(steps("{\"on\": [\"timeout\", " + entry + "]}")))
                .singleElement()
                .asString()
                .startsWith("routes[0].pool.failover[0].on[1]: ")
                .endsWith("(expected: timeout, unreachable, 5xx or a status from 500 to 599)");
    }

    @Test
    void aStepNamesAtLeastOne() {
        assertThat(faults(steps("{\"on\": []}")))
                .singleElement()
                .asString()
                .startsWith("routes[0].pool.failover[0].on: ");
        assertThat(faults(steps("{\"methods\": [\"GET\"]}")))
                .singleElement()
                .asString()
                .startsWith("routes[0].pool.failover[0].on: missing");
    }

    @Test
    void aStepCoversItsMethodsInAnyCaseOrAllWhereItNamesNone() {
        List<FailoverStep> steps =
                stepsOf("{\"methods\": [\"get\", \"GET\", \"Head\"], \"on\": [\"5xx\"]}", "{\"on\": [\"timeout\"]}");

        assertThat(steps.get(0).methods()).containsExactly("GET", "HEAD");
        assertThat(steps.get(0).covers("HEAD")).isTrue();
        assertThat(steps.get(0).covers("POST")).isFalse();
        assertThat(steps.get(1).covers("POST")).isTrue();
    }

    @Test
    void aStepHasMethodsOrNoneAndNothingUnknown() {
        assertThat(faults(steps("{\"methods\": [], \"on\": [\"timeout\"]}"))).hasSize(1);
        assertThat(faults(steps("{\"methods\": [\"G ET\"], \"on\": [\"timeout\"]}")))
                .hasSize(1);
        assertThat(faults(steps("{\"method\": [\"GET\"], \"on\": [\"timeout\"]}")))
                .singleElement()
                .asString()
                .contains("method", "methods");
    }
}
