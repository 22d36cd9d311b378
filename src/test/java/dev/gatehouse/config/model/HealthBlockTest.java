package dev.gatehouse.config.model;

import static dev.gatehouse.config.model.HealthBlocks.faults;
import static dev.gatehouse.config.model.HealthBlocks.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.Health.AllDead;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be said of the health of upstreams, and what cannot. */
class HealthBlockTest {

    @Test
    void anEmptyBlockObservesLiveRequestsAndAsksNobody() {
        assertThat(read("{}"))
                .isEqualTo(new Health(
                        null,
                        Duration.ofSeconds(60),
                        new Triggers(Set.of(FailureKind.UNREACHABLE, FailureKind.TIMEOUT), Set.of(502, 503, 504)),
                        false,
                        AllDead.TRY_ALL,
                        0,
                        Duration.ZERO));
    }

    @Test
    void aProbeWithAPathHasEveryOtherDefault() {
        assertThat(read("{\"probe\": {\"path\": \"/health\"}}").probe())
                .isEqualTo(new HealthProbe(
                        "/health", false, new ExpectedStatus.OfClass(2), null, Duration.ofSeconds(5), 6));
    }

    @Test
    void everythingCanBeSet() {
        Health health = read("{\"probe\": {\"path\": \"/healthz\", \"followRedirects\": true, \"expect\": {\"status\":"
                + " \"<500\", \"json\": {\"field\": \"status\", \"equals\": \"ok\"}}, \"timeoutMs\": 2000,"
                + " \"concurrency\": 2}, \"intervalSeconds\": 0, \"markOn\": [\"timeout\", 500], \"shared\": true,"
                + " \"allDead\": \"refuse\", \"panicPercent\": 50, \"slowStartSeconds\": 30}");

        assertThat(health)
                .isEqualTo(new Health(
                        new HealthProbe(
                                "/healthz",
                                true,
                                new ExpectedStatus.Below(500),
                                new ExpectedField("status", "ok"),
                                Duration.ofSeconds(2),
                                2),
                        Duration.ZERO,
                        new Triggers(Set.of(FailureKind.TIMEOUT), Set.of(500)),
                        true,
                        AllDead.REFUSE,
                        50,
                        Duration.ofSeconds(30)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "health", "/a b", "/a?b", "/a#b", "/a\\\\b", "/\u00e4"})
    void whatIsNoPathIsRefused(String path) {
        assertThat(faults("{\"probe\": {\"path\": \"" + path + "\"}}"))
                .singleElement()
                .asString()
                .startsWith("probe.path: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/health", "/a/b;c=d,%20~"})
    void aPathBeginsWithASlash(String path) {
        assertThat(faults("{\"probe\": {\"path\": \"" + path + "\"}}")).isEmpty();
    }

    @Test
    void aProbeWithoutAPathIsRefused() {
        assertThat(faults("{\"probe\": {}}")).singleElement().asString().startsWith("probe.path: missing");
    }

    @ParameterizedTest
    @CsvSource({
        "200, 199 201, 200 200",
        "599, 598, 599",
        "200.0, 201, 200",
        "'\"2xx\"', 199 300, 200 299",
        "'\"5xx\"', 499 600, 500 599",
        "'\"<500\"', 500, 200 499",
        "'\"<201\"', 201, 200",
        "'\"<600\"', 600, 599"
    })
    void aStatusIsExpectedExactlyOrByItsHundredOrBelowABound(String written, String bad, String good) {
        ExpectedStatus status = Objects.requireNonNull(
                        read("{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": " + written + "}}}")
                                .probe())
                .status();

        assertThat(bad.split(" ", -1)).noneMatch(text -> status.admits(Integer.parseInt(text)));
        assertThat(good.split(" ", -1)).allMatch(text -> status.admits(Integer.parseInt(text)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "199",
                "600",
                "\"200\"",
                "\"1xx\"",
                "\"6xx\"",
                "\"2XX\"",
                "\"<200\"",
                "\"<601\"",
                "\"<5\"",
                "true"
            })
    void noOtherStatusCanBeExpected(String written) {
        assertThat(faults("{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": " + written + "}}}"))
                .singleElement()
                .asString()
                .contains("a class from \"2xx\" to \"5xx\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"field\": \"a\"}", "{\"equals\": \"a\"}", "{\"field\": \"\", \"equals\": \"a\"}"})
    void aMemberOfTheBodyHasANameAndAValue(String written) {
        assertThat(faults("{\"probe\": {\"path\": \"/\", \"expect\": {\"json\": " + written + "}}}"))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "intervalSeconds, 0, 86400",
        "panicPercent, 0, 100",
        "slowStartSeconds, 0, 3600",
    })
    void aNumberLiesWithinItsBounds(String key, int least, int most) {
        assertThat(faults("{\"" + key + "\": " + least + "}")).isEmpty();
        assertThat(faults("{\"" + key + "\": " + most + "}")).isEmpty();
        assertThat(faults("{\"" + key + "\": " + (least - 1) + "}")).hasSize(1);
        assertThat(faults("{\"" + key + "\": " + (most + 1) + "}")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"timeoutMs, 1, 60000", "concurrency, 1, 64"})
    void aNumberOfAProbeLiesWithinItsBounds(String key, int least, int most) {
        assertThat(faults("{\"probe\": {\"path\": \"/\", \"" + key + "\": " + least + "}}"))
                .isEmpty();
        assertThat(faults("{\"probe\": {\"path\": \"/\", \"" + key + "\": " + most + "}}"))
                .isEmpty();
        assertThat(faults("{\"probe\": {\"path\": \"/\", \"" + key + "\": " + (least - 1) + "}}"))
                .hasSize(1);
        assertThat(faults("{\"probe\": {\"path\": \"/\", \"" + key + "\": " + (most + 1) + "}}"))
                .hasSize(1);
    }

    @Test
    void nothingNeedMark() {
        assertThat(read("{\"markOn\": []}").markOn()).isEqualTo(Triggers.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"499", "600", "\"4xx\"", "\"502\"", "\"\"", "null", "502.5"})
    void onlyFailuresAndServerErrorsMark(String entry) {
        assertThat(faults("{\"markOn\": [" + entry + "]}"))
                .singleElement()
                .asString()
                .contains("timeout, unreachable, 5xx or a status from 500 to 599");
    }

    @Test
    void unknownKeysAreRefusedOnEveryLevel() {
        List<String> faults =
                faults("{\"x1\": 1, \"probe\": {\"path\": \"/\", \"x2\": 1, \"expect\": {\"x3\": 1, \"json\":"
                        + " {\"field\": \"a\", \"equals\": \"b\", \"x4\": 1}}}}");

        assertThat(faults).hasSize(4).allMatch(fault -> fault.contains("unknown key"));
    }
}
