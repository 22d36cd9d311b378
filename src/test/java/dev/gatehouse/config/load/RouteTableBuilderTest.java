package dev.gatehouse.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.config.model.RouteTableConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tables written in code, and the presets they may copy. */
class RouteTableBuilderTest {

    @Test
    void whatIsBuiltIsWhatADocumentWouldSay() {
        RouteTableConfig built = new RouteTableBuilder()
                .defaults(Map.of("timeoutMs", 5_000))
                .route(r -> r.id("api")
                        .host("a.test")
                        .path("/api")
                        .methods("GET")
                        .match("query", List.of(Map.of("name", "v", "equals", "1")))
                        .upstream("b.test")
                        .set("stripPrefix", true))
                .build();
        assertThat(built).isEqualTo(RouteTables.define("""
                        {"defaults": {"timeoutMs": 5000}, "routes": [{
                          "id": "api", "upstream": "b.test", "stripPrefix": true,
                          "match": {"host": "a.test", "path": "/api", "methods": ["GET"], "query": [{"name": "v", "equals": "1"}]}
                        }]}
                        """));
    }

    @Test
    void whatIsNotSoundIsRefused() {
        assertThatThrownBy(() -> new RouteTableBuilder().route(r -> r.path("x")).build())
                .isInstanceOf(ConfigRejected.class)
                .hasMessageContaining("routes[0].match.path: \"x\"");
    }

    @Test
    void thePresetForThinkersLeavesTimeForOneRetry() {
        assertThat(Preset.LLM.name()).isEqualTo("llm");
        assertThat(Preset.LLM.fields())
                .containsOnly(
                        Map.entry("timeoutMs", 90_000), Map.entry("totalTimeoutMs", 120_000), Map.entry("retries", 1));
    }

    @Test
    void thePresetForStreamsWaitsThreeMinutesForEachByte() {
        assertThat(Preset.STREAMING.name()).isEqualTo("streaming");
        assertThat(Preset.STREAMING.fields())
                .containsOnly(Map.entry("firstChunkTimeoutMs", 180_000), Map.entry("streamIdleTimeoutMs", 180_000));
    }

    @Test
    void presetsHaveNoFieldInCommonAndMayBeAppliedTogether() {
        TreeSet<String> common = new TreeSet<>(Preset.LLM.fields().keySet());
        common.retainAll(Preset.STREAMING.fields().keySet());
        assertThat(common).isEmpty();
        RouteConfig route = new RouteTableBuilder()
                .route(r -> r.path("/").upstream("a.test").preset(Preset.LLM).preset(Preset.STREAMING))
                .build()
                .routes()
                .get(0);
        assertThat(route.forwarding().deadlines().timeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(route.forwarding().deadlines().firstChunk()).isEqualTo(Duration.ofMinutes(3));
        assertThat(route.forwarding().retries().count()).isEqualTo(1);
    }
}
