package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.load.CanonicalJson;
import dev.gatehouse.http.PathPrefix;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds in front of all routes, as it is written in a table. */
class FrontTest {

    private static String table(String fields) {
        return "{\"front\": {" + fields + "}, \"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"}]}";
    }

    private static Front front(String fields) {
        return read(table(fields)).front();
    }

    private static List<String> frontFaults(String fields) {
        return faults(table(fields));
    }

    @Test
    void withoutABlockAndWithAnEmptyOneNothingIsHeldBack() {
        assertThat(front("")).isEqualTo(Front.NONE);
        assertThat(read("{\"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"}]}")
                        .front())
                .isEqualTo(Front.NONE);
    }

    @Test
    void whatIsReadIsWrittenAndReadAgainTheSame() {
        RouteTableConfig table =
                read(table("\"https\": \"redirect\", \"httpsPort\": 8443, \"hosts\": [\"A.test\", \"*.b.test\"],"
                        + " \"defaultPortOnly\": true, \"reserved\": [\"/x\"], \"refuseUnmatched\": true, \"addNothing\": true,"
                        + " \"ownErrorCors\": true, \"status\": {\"path\": \"/s\", \"shape\": \"services\", \"secret\": \"S\"},"
                        + " \"errors\": {\"*\": {\"body\": \"\"}, \"not_found\": {\"status\": 410}}"));

        assertThat(read(CanonicalJson.of(table))).isEqualTo(table);
        assertThat(table.front().reserved()).extracting(PathPrefix::text).containsExactly("/x");
    }

    @ParameterizedTest
    @CsvSource({"any, ANY", "redirect, REDIRECT", "refuse, REFUSE"})
    void plainRequestsAreTakenSentAwayOrRefused(String word, Front.Https meaning) {
        assertThat(front("\"https\": \"" + word + "\"").https()).isEqualTo(meaning);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "65535, 0", "65536, 1"})
    void aPortHasBounds(String port, int faults) {
        assertThat(frontFaults("\"httpsPort\": " + port))
                .hasSize(faults)
                .allMatch(fault -> fault.startsWith("front.httpsPort: "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"https\": \"yes\"",
                "\"https\": true",
                "\"hosts\": []",
                "\"hosts\": [\"a.test:80\"]",
                "\"hosts\": [\"https://a.test\"]",
                "\"reserved\": []",
                "\"reserved\": [\"x\"]",
                "\"defaultPortOnly\": false",
                "\"refuseUnmatched\": false",
                "\"addNothing\": false",
                "\"ownErrorCors\": \"yes\"",
                "\"status\": {}",
                "\"status\": {\"path\": \"s\"}",
                "\"status\": {\"path\": \"/s?x\"}",
                "\"status\": {\"path\": \"/s\", \"shape\": \"list\"}",
                "\"status\": {\"path\": \"/s\", \"version\": 7}",
                "\"errors\": {\"not_found\": {\"contentType\": \"\"}}",
                "\"unmatched\": 404"
            })
    void whatIsNotUnderstoodIsRefusedWhereItStands(String field) {
        assertThat(frontFaults(field)).singleElement().asString().startsWith("front.");
    }

    // The page of status

    @Test
    void aPageShowsASummaryForHalfAMinuteToAnybody() {
        StatusPage page =
                Objects.requireNonNull(front("\"status\": {\"path\": \"/s\"}").status());

        assertThat(page)
                .isEqualTo(new StatusPage("/s", StatusPage.Shape.SUMMARY, null, Duration.ofSeconds(30), "unknown"));
    }

    @Test
    void aPageThatProbesEachTimeNeedsASecret() {
        assertThat(frontFaults("\"status\": {\"path\": \"/s\", \"shape\": \"services\"}"))
                .singleElement()
                .asString()
                .startsWith("front.status.secret: missing");
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, 0", "3600000, 0", "3600001, 1"})
    void aRememberedProbeHasBounds(String millis, int faults) {
        assertThat(frontFaults("\"status\": {\"path\": \"/s\", \"ttlMs\": " + millis + "}"))
                .hasSize(faults);
    }

    // Looks of errors

    @Test
    void aLookIsPlainTextWhereItHasABodyOfItsOwnAndNoType() {
        ErrorLook look = Objects.requireNonNull(front("\"errors\": {\"not_found\": {\"body\": \"{path}\"}}")
                .errors()
                .get("not_found"));

        assertThat(look.status()).isEmpty();
        assertThat(look.contentType()).isEqualTo("text/plain; charset=utf-8");
        assertThat(look.body()).isEqualTo("{path}");
    }

    @ParameterizedTest
    @CsvSource({"399, 1", "400, 0", "599, 0", "600, 1"})
    void theStatusOfALookHasBounds(String status, int faults) {
        assertThat(frontFaults("\"errors\": {\"not_found\": {\"status\": " + status + "}}"))
                .hasSize(faults);
    }

    @ParameterizedTest
    @ValueSource(strings = {"404", "Not-Found", "", "**", "_x"})
    void aLookIsForACode(String code) {
        assertThat(frontFaults("\"errors\": {\"" + code + "\": {}}"))
                .singleElement()
                .asString()
                .contains("the code of an error such as not_found, or *");
    }
}
