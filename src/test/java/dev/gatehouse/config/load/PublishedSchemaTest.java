package dev.gatehouse.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.gatehouse.config.tree.Pointer;
import dev.gatehouse.config.tree.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The published schema and the parser say the same, as far as a schema can say it. */
class PublishedSchemaTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Faults that no schema can express: they compare values with one another, or know what addresses mean. */
    private static final List<String> BEYOND_A_SCHEMA = List.of(
            "totalTimeoutMs, which is",
            "timeoutMs, which is",
            "match.methods has too",
            "each authority once",
            "a second spelling",
            "is both set and removed",
            "another value in requestHeaders.set",
            "an id of its own",
            "signature and expiry in one parameter",
            "in one header",
            "each name once",
            "only beside allowPrivateUpstream",
            "an IP address or a range",
            "no cache beside forwardAuth",
            "strip beside bodyRewrite",
            "only beside replayBytes",
            "only beside failover",
            "no failover and no pick beside it",
            "no cache beside a pool's readiness",
            "no includeBody beside a pool's replayBytes",
            "a private address only beside");

    private final PublishedSchema schema = new PublishedSchema();

    @Test
    void theSchemaHasExactlyTheKeysThatTheParserAsksFor() {
        Set<String> asked = new TreeSet<>();
        for (String document : shapes()) {
            RouteTables.validate(document, (section, key, words) -> {
                if (!key.equals(Section.ANY_KEY)) {
                    asked.add(general(section) + "/" + key);
                }
            });
        }
        Set<String> written = new TreeSet<>();
        describe("", schema.root(), written);
        assertThat(asked).isEqualTo(written);
    }

    @Test
    void everyTypeChoiceAndRangeOfTheSchemaIsTheParsers() {
        List<String> differences = new ArrayList<>();
        for (String document : shapes()) {
            RouteTables.validate(document, (section, key, words) -> {
                JsonNode property = schema.property(at(section), key);
                if (property == null || !schema.words(property).contains(words)) {
                    differences.add(general(section) + "/" + key + ": the parser says " + words + ", the schema "
                            + (property == null ? "nothing" : schema.words(property)));
                }
            });
        }
        assertThat(Set.copyOf(differences)).isEmpty();
    }

    @Test
    void everyDefaultOfTheSchemaIsTheParsers() throws JsonProcessingException {
        String bare = Documents.resource("v1-bare.json");
        JsonNode complete = MAPPER.readTree(CanonicalJson.of(Documents.read(bare)));
        Set<String> confirmed = new TreeSet<>(Set.of("/routes/[]/enabled")); // never written where it is true
        compareDefaults("", MAPPER.readTree(bare), complete, schema.root(), confirmed);
        Set<String> stated = new TreeSet<>();
        collectDefaults("", schema.root(), stated);
        assertThat(confirmed).isEqualTo(stated);
    }

    @Test
    void schemaAndParserJudgeAlike() throws JsonProcessingException {
        Schema validator = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema.root().toString());
        List<String> differences = new ArrayList<>();
        int refusals = 0;
        for (String document : mutations()) {
            boolean sound = validator.validate(json(document)).isEmpty();
            List<String> faults = Documents.faults(document);
            refusals += faults.isEmpty() ? 0 : 1;
            boolean excused =
                    faults.stream().anyMatch(fault -> BEYOND_A_SCHEMA.stream().anyMatch(fault::contains));
            if (sound != faults.isEmpty() && !(sound && excused)) {
                differences.add((sound ? "the schema accepts " : "the parser accepts ") + document + faults);
            }
        }
        assertThat(differences).isEmpty();
        assertThat(refusals).isGreaterThan(500);
    }

    /** Documents that together contain every object of the format, sound or not. */
    private static List<String> shapes() {
        String full = Documents.resource("v1-full.json");
        try {
            ObjectNode document = full(full);
            ObjectNode defaults = document.putObject("defaults");
            for (JsonNode route : document.withArray("routes")) {
                route.properties().forEach(field -> defaults.putIfAbsent(field.getKey(), field.getValue()));
            }
            return List.of(full, document.toString());
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** The full document as plain JSON. */
    private static ObjectNode full(String text) throws JsonProcessingException {
        return (ObjectNode) JsonMapper.builder()
                .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                .build()
                .readTree(text);
    }

    /** The full document, route by route, with one thing changed at a time, everywhere it can be changed. */
    private static List<String> mutations() throws JsonProcessingException {
        ObjectNode full = full(Documents.resource("v1-full.json"));
        List<String> documents = new ArrayList<>();
        for (JsonNode route : full.withArray("routes")) {
            ObjectNode document = MAPPER.createObjectNode();
            document.set("meta", full.get("meta"));
            document.putArray("routes").add(route);
            documents.add(document.toString());
            mutate(document, document, documents);
        }
        ObjectNode defaults = full.deepCopy();
        ((ArrayNode) defaults.get("routes"))
                .removeAll()
                .addObject()
                .put("upstream", "a.test")
                .putObject("match")
                .put("path", "/");
        documents.add(defaults.toString());
        mutate(defaults, defaults, documents);
        return documents;
    }

    private static void mutate(ObjectNode document, JsonNode node, List<String> documents) {
        if (node instanceof ObjectNode object) {
            change(document, object, "unknown", documents, "1");
            List<String> keys = new ArrayList<>();
            object.fieldNames().forEachRemaining(keys::add);
            for (String key : keys) {
                JsonNode before = object.get(key);
                change(
                        document, object, key, documents, "null", "{}", "[]", "\"\"", "\"x y\"", "-1", "0.5", "1",
                        "true", "false", "\"-\"", "[1]");
                object.remove(key);
                documents.add(document.toString());
                object.set(key, before);
                mutate(document, before, documents);
            }
        } else if (node instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                JsonNode before = list.get(i);
                for (String value : List.of("null", "\"\"")) {
                    list.set(i, json(value));
                    documents.add(document.toString());
                }
                list.set(i, before);
                mutate(document, before, documents);
            }
        }
    }

    private static void change(
            ObjectNode document, ObjectNode object, String key, List<String> documents, String... values) {
        List<String> keys = new ArrayList<>();
        object.fieldNames().forEachRemaining(keys::add);
        JsonNode before = object.get(key);
        for (String value : values) {
            object.set(key, json(value));
            documents.add(document.toString());
        }
        if (before == null) {
            object.remove(key);
        } else {
            object.set(key, before);
        }
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private JsonNode at(Pointer pointer) {
        if (pointer.parent() == null) {
            return schema.root();
        }
        JsonNode parent = at(pointer.parent());
        JsonNode found = pointer.isIndex() ? schema.items(parent) : schema.property(parent, pointer.step());
        if (found == null) {
            throw new AssertionError("the schema has nothing at " + pointer);
        }
        return found;
    }

    /** The pointer with every index, and every free key, left open. */
    private String general(Pointer pointer) {
        if (pointer.parent() == null) {
            return "";
        }
        boolean named = !pointer.isIndex() && schema.keys(at(pointer.parent())).contains(pointer.step());
        String step = pointer.isIndex() ? "[]" : named ? pointer.step() : "*";
        return general(pointer.parent()) + "/" + step;
    }

    private void describe(String path, JsonNode node, Set<String> keys) {
        schema.keys(node).forEach(key -> keys.add(path + "/" + key));
        forEachPart(node, part -> describe(path + "/" + part.getKey(), part.getValue(), keys));
    }

    private void collectDefaults(String path, JsonNode node, Set<String> defaults) {
        if (node.has("default") && !path.startsWith("/defaults")) {
            defaults.add(path);
        }
        forEachPart(node, part -> collectDefaults(path + "/" + part.getKey(), part.getValue(), defaults));
    }

    private void forEachPart(JsonNode node, Consumer<Map.Entry<String, JsonNode>> parts) {
        if (schema.isList(node)) {
            parts.accept(Map.entry("[]", schema.items(node)));
            return;
        }
        Map<String, JsonNode> members = new LinkedHashMap<>();
        for (JsonNode view : schema.views(node)) {
            view.path("properties").properties().forEach(e -> members.put(e.getKey(), e.getValue()));
            if (view.path("additionalProperties").isObject()) {
                members.put("*", view.get("additionalProperties"));
            }
        }
        if (schema.isObject(node)) {
            members.entrySet().forEach(parts);
        }
    }

    private void compareDefaults(
            String path, JsonNode bare, JsonNode complete, JsonNode described, Set<String> confirmed) {
        if (complete.isArray() && schema.isList(described)) {
            for (int i = 0; i < complete.size(); i++) {
                compareDefaults(path + "/[]", bare.path(i), complete.get(i), schema.items(described), confirmed);
            }
        } else if (complete.isObject()) {
            complete.properties().forEach(member -> {
                String key = member.getKey();
                boolean named = schema.keys(described).contains(key);
                JsonNode property = Objects.requireNonNull(schema.property(described, key));
                String below = path + "/" + (named ? key : "*");
                if (!bare.has(key) && property.has("default")) {
                    assertThat(member.getValue()).as(below).isEqualTo(property.get("default"));
                    confirmed.add(below);
                } else if (bare.has(key) || !schema.keys(property).isEmpty()) {
                    compareDefaults(below, bare.path(key), member.getValue(), property, confirmed);
                } else {
                    throw new AssertionError("no default in the schema for " + below);
                }
            });
        }
    }
}
