package dev.gatehouse.config.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The schema among our resources, read the way its own authors read it: along references and alternatives. */
final class PublishedSchema {

    private final JsonNode root;

    PublishedSchema() {
        try (InputStream in = PublishedSchema.class.getResourceAsStream("/dev/gatehouse/routes.schema.json")) {
            root = new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode root() {
        return root;
    }

    /** The node itself, what it refers to, and its alternatives. */
    List<JsonNode> views(JsonNode schema) {
        List<JsonNode> views = new ArrayList<>(List.of(schema));
        if (schema.has("$ref")) {
            views.addAll(views(root.at(schema.get("$ref").textValue().substring(1))));
        }
        for (JsonNode alternative : schema.path("oneOf")) {
            views.add(alternative);
        }
        return views;
    }

    /** The schema of a member; null where there is none. */
    @Nullable
    JsonNode property(JsonNode schema, String key) {
        for (JsonNode view : views(schema)) {
            if (view.path("properties").has(key)) {
                return view.get("properties").get(key);
            }
        }
        for (JsonNode view : views(schema)) {
            if (view.path("additionalProperties").isObject()) {
                return view.get("additionalProperties");
            }
        }
        return null;
    }

    /** The keys an object may have by name. */
    Set<String> keys(JsonNode schema) {
        Set<String> keys = new LinkedHashSet<>();
        if (isObject(schema)) {
            views(schema).forEach(view -> view.path("properties").fieldNames().forEachRemaining(keys::add));
        }
        return keys;
    }

    JsonNode items(JsonNode schema) {
        return views(schema).stream()
                .filter(view -> view.has("items"))
                .findFirst()
                .orElseThrow()
                .get("items");
    }

    boolean isObject(JsonNode schema) {
        return views(schema).stream()
                .anyMatch(view -> view.path("type").asText().equals("object"));
    }

    boolean isList(JsonNode schema) {
        return views(schema).stream().anyMatch(view -> view.has("items"));
    }

    /** What the schema accepts, in the words of our faults; several where it has alternatives. */
    Set<String> words(JsonNode schema) {
        Set<String> words = new LinkedHashSet<>();
        for (JsonNode view : views(schema)) {
            if (view.has("title")) {
                return Set.of(view.get("title").textValue());
            }
            String said = wordsOf(view);
            if (said != null) {
                words.add(said);
            }
        }
        return words;
    }

    private @Nullable String wordsOf(JsonNode view) {
        if (view.has("const")) {
            return view.get("const").isBoolean()
                    ? "true, or leave it out"
                    : view.get("const").asText();
        }
        if (view.has("enum")) {
            return String.join(
                    " or ",
                    StreamSupport.stream(view.get("enum").spliterator(), false)
                            .map(JsonNode::asText)
                            .toList());
        }
        return switch (view.path("type").asText()) {
            case "integer" ->
                "a whole number from " + view.get("minimum").asText() + " to "
                        + view.get("maximum").asText();
            case "number" ->
                "a number from " + view.get("minimum").asText() + " to "
                        + view.get("maximum").asText();
            case "boolean" -> "true or false";
            case "string" -> view.has("minLength") ? "text that is not empty" : "text";
            case "object" -> view.has("properties") || view.has("additionalProperties") ? "an object" : null;
            case "array" ->
                listWords(view) + words(view.get("items")).iterator().next();
            default -> null;
        };
    }

    private static String listWords(JsonNode view) {
        int min = view.path("minItems").asInt(0);
        if (view.has("maxItems")) {
            return "a list of " + min + " to " + view.get("maxItems").asInt() + ", each ";
        }
        return min == 0 ? "a list, each " : "a list of at least " + min + ", each ";
    }
}
