package dev.gatehouse.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.gatehouse.config.model.Health;
import dev.gatehouse.config.model.HealthBlocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A health block is written as it was read, and its schema judges it as the reader does. */
class CanonicalHealthTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String FULL =
            "{\"probe\":{\"path\":\"/healthz\",\"followRedirects\":true,\"expect\":{\"status\":"
                    + "\"<500\",\"json\":{\"field\":\"status\",\"equals\":\"ok\"}},\"timeoutMs\":2000,\"concurrency\":2},"
                    + "\"intervalSeconds\":0,\"markOn\":[\"timeout\",500],\"shared\":true,\"allDead\":\"refuse\","
                    + "\"panicPercent\":50,\"slowStartSeconds\":30}";

    @Test
    void everyDefaultIsWrittenOut() throws Exception {
        assertThat(written("{\"probe\": {\"path\": \"/health\"}}"))
                .isEqualTo("{\"probe\":{\"path\":\"/health\",\"followRedirects\":false,\"expect\":{\"status\":\"2xx\"},"
                        + "\"timeoutMs\":5000,\"concurrency\":6},\"intervalSeconds\":60,\"markOn\":[\"timeout\","
                        + "\"unreachable\",502,503,504],\"shared\":false,\"allDead\":\"tryAll\",\"panicPercent\":0,"
                        + "\"slowStartSeconds\":0}");
        assertThat(written("{}")).doesNotContain("probe");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FULL,
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": 204}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": \"3xx\"}}}",
                "{\"markOn\": []}",
                "{\"markOn\": [504, \"unreachable\", \"timeout\", 504]}"
            })
    void whatIsWrittenReadsAsTheSame(String block) throws Exception {
        Health read = HealthBlocks.read(block);

        assertThat(HealthBlocks.read(written(block))).isEqualTo(read);
    }

    @Test
    void aWholeBlockIsWrittenAsItStands() throws Exception {
        assertThat(written(FULL)).isEqualTo(FULL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FULL,
                "{}",
                "{\"probe\": {}}",
                "{\"probe\": {\"path\": \"/\"}}",
                "{\"probe\": {\"path\": \"\"}}",
                "{\"probe\": {\"path\": \"health\"}}",
                "{\"probe\": {\"path\": \"/a?b\"}}",
                "{\"probe\": {\"path\": \"/a#b\"}}",
                "{\"probe\": {\"path\": \"/a b\"}}",
                "{\"probe\": {\"path\": \"/!\\\"$%&'()*+,-./09:;<=>@AZ[]^_`az{|}~\"}}",
                "{\"probe\": {\"path\": \"/a\\\\b\"}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": 200}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": 199}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": 600}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": \"2xx\"}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": \"6xx\"}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": \"<200\"}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": \"<201\"}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": \"<210\"}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": \"<600\"}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"status\": \"<601\"}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"json\": {}}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"json\": {\"field\": \"\", \"equals\": \"\"}}}}",
                "{\"probe\": {\"path\": \"/\", \"expect\": {\"json\": {\"field\": \"a\", \"equals\": \"\"}}}}",
                "{\"markOn\": [\"5xx\"]}",
                "{\"markOn\": [499]}",
                "{\"markOn\": [599, \"timeout\"]}",
                "{\"allDead\": \"try\"}",
                "{\"intervalSeconds\": 86401}",
                "{\"other\": 1}"
            })
    void theSchemaJudgesAsTheReader(String block) throws Exception {
        ObjectNode alone = MAPPER.createObjectNode();
        alone.set("$defs", new PublishedSchema().root().get("$defs"));
        alone.put("$ref", "#/$defs/health");
        Schema validator = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(alone.toString());
        JsonNode json = MAPPER.readTree(block);

        assertThat(validator.validate(json).isEmpty())
                .isEqualTo(HealthBlocks.faults(block).isEmpty());
    }

    private static String written(String block) throws Exception {
        return MAPPER.writeValueAsString(CanonicalHealth.write(HealthBlocks.read(block)));
    }
}
