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
        assertThat(faults(Documents.withDefaults("\"cache\": {\"ttlSeconds\": 1}", "\"cache\": {\"ttlSeconds\": 2}")))
                .containsExactly(
                        "defaults.cache (line 1, column 24): not yet supported",
                        "routes[0].cache (line 1, column 111): not yet supported");
    }

    @Test
    void itsShapeIsCheckedAllTheSame() {
        assertThat(faults(Documents.forwarding("\"cache\": {\"lockMisses\": 1}")))
                .anyMatch(fault -> fault.startsWith("routes[0].cache.lockMisses"));
    }

    @Test
    void aDisabledRouteMayHaveIt() {
        assertThat(faults(Documents.forwarding("\"enabled\": false, \"cache\": {\"ttlSeconds\": 1}")))
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
