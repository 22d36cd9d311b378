package dev.gatehouse.config.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Documents that are in memory already. */
class ObjectTreeTest {

    private final Report report = new Report();

    @Test
    void mapsListsTextsNumbersAndFlagsBecomeNodes() {
        Node node = Objects.requireNonNull(ObjectTree.of(Map.of("a", List.of(1, 2.5, "x", true)), report));
        assertThat(JsonDocument.write(node)).isEqualTo("{\"a\":[1,2.5,\"x\",true]}");
        assertThat(node.position()).isEqualTo(Position.NONE);
    }

    @Test
    void whatJsonHasNoFormForIsRefusedWithItsPlace() {
        assertThat(ObjectTree.of(Map.of("a", List.of(new Object())), report)).isNull();
        assertThat(report.problems())
                .extracting(Problem::toString)
                .first()
                .asString()
                .startsWith("a[0]: java.lang.Object");
    }

    @Test
    void numbersWithoutAValueAreRefused() {
        assertThat(ObjectTree.of(List.of(Double.NaN), report)).isNull();
        assertThat(ObjectTree.of(List.of(Double.POSITIVE_INFINITY), report)).isNull();
        assertThat(ObjectTree.of(List.of(new BigDecimal("1e400")), report)).isNull();
    }

    @Test
    void aListThatHoldsItselfIsRefused() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        assertThat(ObjectTree.of(list, report)).isNull();
        assertThat(report.isClean()).isFalse();
    }

    @Test
    void halfASurrogatePairIsRefused() {
        assertThat(ObjectTree.of("\ud800", report)).isNull();
    }
}
