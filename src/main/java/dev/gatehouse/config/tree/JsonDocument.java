package dev.gatehouse.config.tree;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.gatehouse.config.tree.Node.FlagNode;
import dev.gatehouse.config.tree.Node.ListNode;
import dev.gatehouse.config.tree.Node.Member;
import dev.gatehouse.config.tree.Node.NullNode;
import dev.gatehouse.config.tree.Node.NumberNode;
import dev.gatehouse.config.tree.Node.ObjectNode;
import dev.gatehouse.config.tree.Node.TextNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON text into nodes and writes nodes as JSON text. Comments ({@code //} and {@code /* *}{@code /}) and a comma
 * after the last entry are accepted, for tables are written by hand; anything else follows RFC 8259.
 *
 * <p>Hostile text costs no more than its length: it may have at most {@link #MAX_CHARACTERS} characters and {@link
 * #MAX_DEPTH} levels.
 */
public final class JsonDocument {

    /** The longest text that is read, in characters. */
    public static final int MAX_CHARACTERS = 32 * 1024 * 1024;

    /** The deepest nesting that is read. */
    public static final int MAX_DEPTH = 64;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION) // it would quote the table in errors
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(100)
                    .maxNameLength(10_000)
                    .maxStringLength(MAX_CHARACTERS)
                    .build())
            .build();

    private final JsonParser parser;
    private final Report report;

    private JsonDocument(JsonParser parser, Report report) {
        this.parser = parser;
        this.report = report;
    }

    /**
     * Reads a text. A key that occurs twice in an object and half a surrogate pair are noted and reading goes on; text
     * that is not JSON is noted and ends it.
     *
     * @return null where {@code text} is not JSON
     */
    public static @Nullable Node read(String text, Report report) {
        if (text.length() > MAX_CHARACTERS) {
            report.add(new Problem(
                    Pointer.ROOT,
                    Position.NONE,
                    "a text of " + text.length() + " characters",
                    "at most " + MAX_CHARACTERS));
            return null;
        }
        String body = text.startsWith("\ufeff") ? text.substring(1) : text;
        try (JsonParser parser = FACTORY.createParser(body)) {
            JsonDocument document = new JsonDocument(parser, report);
            return document.whole();
        } catch (JsonProcessingException malformed) {
            String reason = String.valueOf(malformed.getOriginalMessage())
                    .lines()
                    .findFirst()
                    .orElse("");
            report.add(
                    new Problem(Pointer.ROOT, position(malformed.getLocation()), "not JSON: " + shortened(reason), ""));
            return null;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // a text in memory cannot fail to be read
        }
    }

    /** Writes a node as JSON without white space, members in their order. */
    public static String write(Node node) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            write(node, generator);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // a text in memory cannot fail to be written
        }
        return text.toString();
    }

    private @Nullable Node whole() throws IOException {
        if (parser.nextToken() == null) {
            report.add(new Problem(Pointer.ROOT, position(parser.currentLocation()), "an empty text", "JSON"));
            return null;
        }
        Node root = node(Pointer.ROOT);
        if (parser.nextToken() != null) {
            report.add(new Problem(
                    Pointer.ROOT, position(parser.currentTokenLocation()), "further text", "the end of the document"));
            return null;
        }
        return root;
    }

    private Node node(Pointer at) throws IOException {
        Position position = position(parser.currentTokenLocation());
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object(position, at);
            case START_ARRAY -> list(position, at);
            case VALUE_TRUE -> new FlagNode(position, true);
            case VALUE_FALSE -> new FlagNode(position, false);
            case VALUE_NULL -> new NullNode(position);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new NumberNode(position, parser.getText());
            default -> new TextNode(position, wellFormed(parser.getText(), at, position));
        };
    }

    private ObjectNode object(Position position, Pointer at) throws IOException {
        Map<String, Member> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            Position keyPosition = position(parser.currentTokenLocation());
            String key = parser.currentName();
            Pointer below = at.key(key);
            wellFormed(key, below, keyPosition);
            parser.nextToken();
            if (members.putIfAbsent(key, new Member(keyPosition, node(below))) != null) {
                report.add(new Problem(below, keyPosition, "a key that was written before", "each key once"));
            }
        }
        return new ObjectNode(position, members);
    }

    private ListNode list(Position position, Pointer at) throws IOException {
        List<Node> entries = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            entries.add(node(at.index(entries.size())));
        }
        return new ListNode(position, entries);
    }

    private String wellFormed(String text, Pointer at, Position position) {
        if (isHalved(text)) {
            report.add(new Problem(at, position, "text with half a surrogate pair", "well-formed Unicode"));
        }
        return text;
    }

    /** Whether {@code text} holds half a surrogate pair, which no encoding can carry. */
    static boolean isHalved(String text) {
        return text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    private static void write(Node node, JsonGenerator to) throws IOException {
        if (node instanceof ObjectNode object) {
            to.writeStartObject();
            for (Map.Entry<String, Member> member : object.members().entrySet()) {
                to.writeFieldName(member.getKey());
                write(member.getValue().value(), to);
            }
            to.writeEndObject();
        } else if (node instanceof ListNode list) {
            to.writeStartArray();
            for (Node entry : list.entries()) {
                write(entry, to);
            }
            to.writeEndArray();
        } else if (node instanceof TextNode text) {
            to.writeString(text.value());
        } else if (node instanceof NumberNode number) {
            to.writeNumber(number.text());
        } else if (node instanceof FlagNode flag) {
            to.writeBoolean(flag.value());
        } else {
            to.writeNull();
        }
    }

    private static Position position(@Nullable JsonLocation location) {
        return location == null ? Position.NONE : new Position(location.getLineNr(), location.getColumnNr());
    }

    private static String shortened(String reason) {
        int max = 200;
        return reason.length() > max ? reason.substring(0, max) + "…" : reason;
    }
}
