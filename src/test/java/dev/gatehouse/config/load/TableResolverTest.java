package dev.gatehouse.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.config.load.Loading.Fault;
import dev.gatehouse.config.model.Merge;
import dev.gatehouse.config.model.Meta;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.source.ConfigSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table in code and the table in a store become one. */
class TableResolverTest {

    private static final RouteTableConfig CODE =
            RouteTables.define("{\"meta\": {\"updatedBy\": \"code\"}, \"defaults\": {\"retries\": 1}, \"routes\": ["
                    + route("a", "code") + "," + route("b", "code") + "]}");

    private static final String STORE =
            "{\"meta\": {\"updatedBy\": \"store\"}, \"defaults\": {\"retries\": 2}, \"routes\": ["
                    + route("c", "store") + "," + route("b", "store") + ","
                    + "{\"match\": {\"path\": \"/x\"}, \"upstream\": \"store.test\"}]}";

    private final List<ConfigRejected> errors = new ArrayList<>();

    @Test
    void codeReplacesTheStoreCompletely() {
        assertThat(resolve(CODE, Merge.REPLACE, () -> STORE)).isEqualTo(CODE);
        assertThat(errors).isEmpty();
    }

    @Test
    void theStoreIsUsedWhereCodeHasNoTable() {
        assertThat(resolve(null, Merge.REPLACE, () -> STORE)).isEqualTo(RouteTables.define(STORE));
    }

    @Test
    void byIdCodeComesFirstAndWinsAndTheRestOfTheStoreFollows() {
        RouteTableConfig table = resolve(CODE, Merge.BY_ID, () -> STORE);
        assertThat(table.routes()).extracting(RouteConfig::label).containsExactly("a", "b", "c", "*/x#3");
        assertThat(table.routes()).extracting(RouteConfig::position).containsExactly(0, 1, 2, 3);
        assertThat(CanonicalJson.of(table.routes().get(1))).contains("code.test");
    }

    @Test
    void eachTableKeepsItsOwnDefaults() {
        assertThat(resolve(CODE, Merge.BY_ID, () -> STORE).routes())
                .extracting(route -> route.forwarding().retries().count())
                .containsExactly(1, 1, 2, 2);
    }

    @Test
    void byIdTheMetaOfTheStoreIsKept() {
        Meta meta =
                Objects.requireNonNull(resolve(CODE, Merge.BY_ID, () -> STORE).meta());
        assertThat(meta.updatedBy()).isEqualTo("store");
    }

    @Test
    void whatCodeSwitchesOffStaysOff() {
        RouteTableConfig code = RouteTables.define(Documents.table(
                route("a", "code"), route("b", "code").replace("{\"id\"", "{\"enabled\": false, \"id\"")));
        assertThat(resolve(code, Merge.BY_ID, () -> STORE).routes())
                .extracting(RouteConfig::label)
                .containsExactly("a", "c", "*/x#2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{}", "{\"version\": 2}"})
    void anInvalidStoreIsDiscardedAndReportedAndCodeServes(String store) {
        for (Merge merge : Merge.values()) {
            assertThat(resolve(CODE, merge, () -> store)).isEqualTo(CODE);
        }
        assertThat(errors).hasSize(2);
        assertThat(errors.get(0).problems()).isNotEmpty();
    }

    @Test
    void aNewerVersionInTheStoreIsDiscardedAndReported() {
        assertThat(resolve(CODE, Merge.REPLACE, () -> "{\"version\": 2}")).isEqualTo(CODE);
        assertThat(errors).extracting(ConfigRejected::fault).containsExactly(Fault.UNSUPPORTED_VERSION);
    }

    @Test
    void aStoreThatIsDownIsReportedAsUnreachable() {
        ConfigSource down = () -> {
            throw new IOException("connection refused");
        };
        assertThat(resolve(CODE, Merge.BY_ID, down)).isEqualTo(CODE);
        assertThat(errors).extracting(ConfigRejected::fault).containsExactly(Fault.UNREACHABLE);
        assertThat(errors.get(0)).hasMessageContaining("connection refused");
    }

    @Test
    void anEmptyStoreIsNoError() {
        assertThat(resolve(CODE, Merge.BY_ID, () -> null)).isEqualTo(CODE);
        assertThat(errors).isEmpty();
    }

    @Test
    void withoutAnyTableThereIsNothingToRunWith() {
        assertThatThrownBy(() -> resolve(null, Merge.REPLACE, () -> null))
                .isInstanceOf(ConfigRejected.class)
                .hasMessageContaining("no usable config");
        assertThatThrownBy(() -> resolve(null, Merge.BY_ID, () -> "{}")).hasMessageContaining("no usable config");
        assertThat(errors).hasSize(1);
    }

    private RouteTableConfig resolve(@Nullable RouteTableConfig code, Merge merge, ConfigSource store) {
        return new TableResolver(code, merge, errors::add).resolve(store);
    }

    private static String route(String id, String origin) {
        return "{\"id\": \"" + id + "\", \"match\": {\"path\": \"/" + id + "\"}, \"upstream\": \"" + origin
                + ".test\"}";
    }
}
