package dev.gatehouse.config.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.tree.Node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The questions a reader puts to an object, and what is noted on the way. */
class SectionTest {

    private static final Expectation<Integer> ONE_TO_TEN = Expectation.integer(1, 10);

    private final Report report = new Report();

    @Test
    void aFaultSaysWhereWhatWasFoundAndWhatWasExpected() {
        Section in = section("{\n \"n\": \"zero\"\n}");
        assertThat(in.value("n", ONE_TO_TEN)).isEmpty();
        assertThat(faults()).containsExactly("n (line 2, column 7): \"zero\" (expected: a whole number from 1 to 10)");
    }

    @Test
    void everyFaultIsReported() {
        Section in = section("{\"a\": 0, \"b\": [1, 11, \"x\"], \"c\": 3, \"d\": true}");
        in.value("a", ONE_TO_TEN);
        in.list("b", 1, 3, ONE_TO_TEN);
        in.section("c");
        in.value("d", Expectation.TEXT);
        in.required("e", ONE_TO_TEN);
        in.refuseUnknownKeys();
        assertThat(report.problems())
                .extracting(problem -> problem.pointer().path())
                .containsExactly("e", "a", "b[1]", "b[2]", "c", "d");
    }

    @Test
    void anUnknownKeyIsRefusedWithTheOneThatWasLikelyMeant() {
        Section in = section("{\"timeotMs\": 1, \"TIMEOUTMS\": 1, \"colour\": 2}");
        in.value("timeoutMs", ONE_TO_TEN);
        in.refuseUnknownKeys();
        assertThat(report.problems())
                .extracting(Problem::message)
                .containsExactly(
                        "unknown key \"timeotMs\"; did you mean \"timeoutMs\"?",
                        "unknown key \"TIMEOUTMS\"; did you mean \"timeoutMs\"?",
                        "unknown key \"colour\"");
    }

    @Test
    void aRetiredKeySaysWhatToWrite() {
        Section in = section("{\"old\": 1}");
        in.retired("old", "write new");
        in.refuseUnknownKeys();
        assertThat(faults()).containsExactly("old (line 1, column 2): no longer used; write new");
    }

    @Test
    void aFallbackFillsGapsAndFaultsAreReportedWhereTheValueStands() {
        Section root = section("{\"table\": {\"a\": 1, \"b\": 99}, \"own\": {\"a\": 2}}");
        Section table = root.section("table").orElseThrow();
        Section both = root.section("own").orElseThrow().backedBy(table);
        assertThat(both.value("a", ONE_TO_TEN)).contains(2);
        assertThat(both.value("b", ONE_TO_TEN)).isEmpty();
        assertThat(both.value("b", ONE_TO_TEN)).isEmpty();
        assertThat(both.has("b")).isTrue();
        assertThat(both.keys()).containsExactly("a");
        assertThat(faults()).containsExactly("table.b (line 1, column 25): 99 (expected: a whole number from 1 to 10)");
    }

    @Test
    void namesOfAMapAreFoldedAndASecondSpellingIsRefused() {
        Section in = section("{\"m\": {\"X-A\": 1, \"x-b\": 2, \"x-a\": 3, \"x-c\": 0}}");
        Optional<Map<String, Integer>> map =
                in.map("m", Expectation.text("a name", name -> name.toLowerCase(java.util.Locale.ROOT)), ONE_TO_TEN);
        assertThat(map.orElseThrow()).containsExactly(Map.entry("x-a", 1), Map.entry("x-b", 2));
        assertThat(report.problems())
                .extracting(problem -> problem.pointer().json())
                .containsExactly("/m/x-a", "/m/x-c");
    }

    @Test
    void aHiddenValueIsNotedByKindAndLengthOnly() {
        Section in = section("{\"s\": \"hunter2\"}");
        in.value("s", Expectation.<String>text("never", text -> null).hidden());
        assertThat(faults()).containsExactly("s (line 1, column 7): text of 7 characters (expected: never)");
    }

    @Test
    void listsHaveTheirBounds() {
        Section in = section("{\"none\": [], \"two\": [1, 2], \"three\": [1, 2, 3]}");
        assertThat(in.list("none", 0, 2, ONE_TO_TEN)).contains(List.of());
        assertThat(in.list("two", 1, 2, ONE_TO_TEN)).contains(List.of(1, 2));
        assertThat(faults()).isEmpty();
        assertThat(in.list("none", 1, 2, ONE_TO_TEN)).isEmpty();
        assertThat(in.list("three", 1, 2, ONE_TO_TEN)).isEmpty();
        assertThat(report.problems()).hasSize(2);
    }

    @Test
    void pointersAreWrittenForMachinesAndForPeople() {
        Pointer pointer = Pointer.ROOT.key("routes").index(2).key("a/b~c");
        assertThat(pointer.json()).isEqualTo("/routes/2/a~1b~0c");
        assertThat(pointer.path()).isEqualTo("routes[2].a/b~c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e400",
                "-1e400",
                "1e999999999",
                "1e-999999999",
                "0.5",
                "1.0000000001",
                "11",
                "0",
                "true",
                "null"
            })
    void whatIsNoWholeNumberInTheRangeIsRefused(String number) {
        assertThat(section("{\"n\": " + number + "}").value("n", ONE_TO_TEN)).isEmpty();
        assertThat(report.problems()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "10", "1e1", "2.0", "20e-1"})
    void aWholeNumberMayBeWrittenInAnyForm(String number) {
        assertThat(section("{\"n\": " + number + "}").value("n", ONE_TO_TEN)).isPresent();
    }

    private Section section(String text) {
        if (JsonDocument.read(text, report) instanceof ObjectNode root) {
            return Section.root(root, report);
        }
        throw new AssertionError(report.problems().toString());
    }

    private List<String> faults() {
        return report.problems().stream().map(Problem::toString).toList();
    }
}
