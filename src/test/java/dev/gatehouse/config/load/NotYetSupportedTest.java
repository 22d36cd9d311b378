package dev.gatehouse.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.load.Loading.Loaded;
import dev.gatehouse.config.load.Loading.Refused;
import dev.gatehouse.config.tree.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Blocks that the schema knows and that nothing acts on yet. */
class NotYetSupportedTest {

    @Test
    void aBlockThatNothingActsOnIsRefused() {
        assertThat(faults(Documents.withDefaults(
                        "\"referer\": {\"allow\": [\"a.test\"]}", "\"allowCountries\": [\"DE\"]")))
                .containsExactly(
                        "defaults.referer (line 1, column 26): not yet supported",
                        "routes[0].allowCountries (line 1, column 126): not yet supported");
    }

    @Test
    void itsShapeIsCheckedAllTheSame() {
        assertThat(faults(Documents.forwarding("\"allowCountries\": []")))
                .singleElement()
                .asString()
                .contains("an empty list (expected: a list of at least 1, each");
    }

    @Test
    void anEmptyListOfCountriesBlocksNobody() {
        assertThat(faults(Documents.forwarding("\"blockCountries\": []"))).isEmpty();
        assertThat(faults(Documents.forwarding("\"blockCountries\": [\"CU\"]"))).hasSize(1);
    }

    @Test
    void aDisabledRouteMayHaveIt() {
        assertThat(faults(Documents.forwarding("\"enabled\": false, \"blockCountries\": [\"CU\"]")))
                .isEmpty();
    }

    @Test
    void whatIsThereIsAccepted() {
        assertThat(
                        RouteTables.parse(
                                Documents.forwarding(
                                        "\"retries\": 1, \"upstreamHeaders\": {\"x-a\": \"b\"}, \"errorPages\": {\"502\": {\"body\": \"x\", \"contentType\": \"t\"}}, \"requestId\": {\"trustInbound\": true}")))
                .isInstanceOf(Loaded.class);
    }

    private static List<String> faults(String document) {
        return RouteTables.parse(document) instanceof Refused refused
                ? refused.problems().stream().map(Problem::toString).toList()
                : List.of();
    }
}
