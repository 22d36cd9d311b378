package dev.gatehouse.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.RouteTableConfig;
import org.junit.jupiter.api.Test;

/** A document of version 1 with every field, and what it has always meant. */
class GoldenDocumentTest {

    private final RouteTableConfig table = Documents.read(Documents.resource("v1-full.json"));

    @Test
    void aDocumentOfVersionOneMeansWhatItAlwaysMeant() {
        assertThat(CanonicalJson.of(table))
                .isEqualTo(Documents.resource("v1-full.canonical.json").strip());
    }

    @Test
    void whatIsWrittenIsReadAsTheSameTable() {
        assertThat(Documents.read(CanonicalJson.of(table))).isEqualTo(table);
    }

    @Test
    void everyRouteIsReadAsTheSameRoute() {
        table.routes()
                .forEach(route -> assertThat(Documents.read(Documents.table(CanonicalJson.of(route)))
                                .routes())
                        .containsExactly(route.at(0)));
    }

    @Test
    void theSmallestDocumentIsCompleteOnceWritten() {
        RouteTableConfig smallest = Documents.read(Documents.forwarding(""));
        assertThat(Documents.read(CanonicalJson.of(smallest))).isEqualTo(smallest);
    }
}
