package dev.gatehouse.config.load;

import java.util.List;
import java.util.Map;

/**
 * Settings that belong together, to be copied into a route. A table never refers to a preset, and the presets have no
 * field in common, so that all may be applied to one route.
 *
 * @param name what people call it
 * @param fields the fields and their values, as they stand in a document
 */
public record Preset(String name, Map<String, Integer> fields) {

    /** For upstreams that think before they answer. */
    public static final Preset LLM =
            new Preset("llm", Map.of("timeoutMs", 90_000, "totalTimeoutMs", 120_000, "retries", 1));

    /** For answers that stream for minutes. */
    public static final Preset STREAMING =
            new Preset("streaming", Map.of("firstChunkTimeoutMs", 180_000, "streamIdleTimeoutMs", 180_000));

    /** Every preset there is. */
    public static final List<Preset> ALL = List.of(LLM, STREAMING);

    /** Copies the fields. */
    public Preset {
        fields = Map.copyOf(fields);
    }
}
