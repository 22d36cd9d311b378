package dev.gatehouse.upstream.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.HealthProbe;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.transport.ProbeAnswer;
import dev.gatehouse.transport.ProbeAnswer.Answered;
import dev.gatehouse.transport.ProbeAnswer.Failed;
import dev.gatehouse.transport.ProbeAnswer.Why;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What counts as the answer of an upstream that is well. */
class WellnessTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "200 | {\"status\":\"ok\"} | true",
                "201 | {\"status\":\"ok\"} | true",
                "299 | { \"db\": {\"status\": \"down\"}, \"status\" : \"ok\" } | true",
                "200 | {\"status\":\"\\u006fk\"} | true",
                "200 | {\"status\":\"OK\"} | false",
                "200 | {\"status\":\"degraded\"} | false",
                "200 | {\"status\":true} | false",
                "200 | {\"status\":[\"ok\"]} | false",
                "200 | {\"Status\":\"ok\"} | false",
                "200 | {\"status\":\"down\",\"status\":\"ok\"} | false",
                "200 | {\"data\":{\"status\":\"ok\"}} | false",
                "200 | [{\"status\":\"ok\"}] | false",
                "200 | \"ok\" | false",
                "200 | ok | false",
                "200 | <html><body>{\"status\":\"ok\"}</body></html> | false",
                "200 | {\"status\":\"ok\" | false",
                "200 | {\"status\":\"ok\"} and more | false",
                "200 | `` | false",
                "204 | `` | false",
                "301 | {\"status\":\"ok\"} | false",
                "302 | {\"status\":\"ok\"} | false",
                "404 | {\"status\":\"ok\"} | false",
                "500 | {\"status\":\"ok\"} | false",
                "503 | {\"status\":\"ok\"} | false"
            })
    void twoHundredsThatSayOkAreWellAndNothingElseIs(int status, String body, boolean well) {
        assertThat(isWell(Services.OK, status, body)).isEqualTo(well);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"<500\"', 200, true",
        "'\"<500\"', 301, true",
        "'\"<500\"', 404, true",
        "'\"<500\"', 499, true",
        "'\"<500\"', 500, false",
        "'\"<500\"', 503, false",
        "204, 204, true",
        "204, 200, false",
        "'\"2xx\"', 200, true",
        "'\"2xx\"', 299, true",
        "'\"2xx\"', 199, false",
        "'\"2xx\"', 300, false"
    })
    void whereOnlyTheStatusCountsTheBodyIsNotLookedAt(String expected, int status, boolean well) {
        String block = "\"probe\": {\"path\": \"/\", \"expect\": {\"status\": " + expected + "}}";

        assertThat(isWell(block, status, "<html>")).isEqualTo(well);
        assertThat(isWell(block, status, "")).isEqualTo(well);
    }

    @ParameterizedTest
    @EnumSource(Why.class)
    void noAnswerIsNeverWell(Why why) {
        String anyStatus = "\"probe\": {\"path\": \"/\", \"expect\": {\"status\": \"<600\"}}";

        assertThat(Wellness.isShownBy(new Failed(why), policy(anyStatus))).isFalse();
    }

    @Test
    void aMemberMayBeExpectedToBeEmpty() {
        String block = "\"probe\": {\"path\": \"/\", \"expect\": {\"json\": {\"field\": \"fault\", \"equals\": \"\"}}}";

        assertThat(isWell(block, 200, "{\"fault\": \"\"}")).isTrue();
        assertThat(isWell(block, 200, "{}")).isFalse();
    }

    private static boolean isWell(String block, int status, String body) {
        ProbeAnswer answer = new Answered(status, new FieldList(0), body);
        return Wellness.isShownBy(answer, policy(block));
    }

    private static HealthProbe policy(String block) {
        return Objects.requireNonNull(Services.health(block).probe());
    }
}
