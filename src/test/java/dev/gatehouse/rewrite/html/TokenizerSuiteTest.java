package dev.gatehouse.rewrite.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.testkit.ByteCutter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The public tokenizer suite of HTML parsers, whole.
 *
 * <p>Left out are the four cases of {@code xmlViolation.test}: they expect what no HTML parser does, the text as it would
 * have to be changed for XML.
 */
class TokenizerSuiteTest {

    private static final Path SUITE =
            Path.of(System.getProperty("gatehouse.suites", "../shared/suites"), "html5lib-tokenizer");
    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-fA-F]{4})");
    private static final Map<String, Passage> STATES = Map.of(
            "Data state", Passage.TEXT,
            "PLAINTEXT state", Passage.PLAINTEXT,
            "RCDATA state", Passage.ESCAPABLE_TEXT,
            "RAWTEXT state", Passage.RAW_TEXT,
            "Script data state", Passage.SCRIPT,
            "CDATA section state", Passage.CDATA);

    /** One case: where to start, what to read, what to find. */
    private record Case(String name, Passage start, String lastStartTag, String input, ArrayNode tokens) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 3, Integer.MAX_VALUE})
    void everyTokenOfTheSuiteIsFoundAndEveryByteLeavesAsItCame(int piece) {
        assumeTrue(Files.isDirectory(SUITE), "no tokenizer suite at " + SUITE);
        TokenTexts texts = new TokenTexts(references());
        List<String> faults = new ArrayList<>();
        List<Case> cases = cases();
        for (Case given : cases) {
            TokenCollector found = new TokenCollector(texts);
            ByteQueue out = new ByteQueue(64);
            byte[] input = TokenTexts.encode(given.input);
            HtmlTokenizer tokenizer =
                    HtmlTokenizer.startingIn(given.start, TokenTexts.encode(given.lastStartTag), found);
            for (byte[] bytes : ByteCutter.inPiecesOf(Math.min(piece, input.length + 1), input)) {
                tokenizer.write(bytes, 0, bytes.length, out);
            }
            tokenizer.end(out);
            if (!found.tokens().equals(given.tokens)) {
                faults.add(given.name + " from " + given.start + ": " + found.tokens() + " not " + given.tokens);
            }
            byte[] left = new byte[out.size()];
            out.view().get(left);
            if (!Arrays.equals(left, input)) {
                faults.add(given.name + " from " + given.start + " left as " + out);
            }
        }
        assertThat(faults).isEmpty();
        assertThat(cases).hasSizeGreaterThan(7000);
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (JsonNode test : tests()) {
            boolean isEscaped = test.path("doubleEscaped").asBoolean();
            String input = test.get("input").asText();
            ArrayNode tokens = joined(isEscaped ? unescape(test.get("output")) : test.get("output"));
            List<String> states = new ArrayList<>();
            test.path("initialStates").forEach(state -> states.add(state.asText()));
            for (String state : states.isEmpty() ? List.of("Data state") : states) {
                cases.add(new Case(
                        test.get("description").asText(),
                        STATES.getOrDefault(state, Passage.TEXT),
                        test.path("lastStartTag").asText(""),
                        isEscaped ? unescape(input) : input,
                        tokens));
            }
        }
        return cases;
    }

    private static List<JsonNode> tests() {
        List<JsonNode> tests = new ArrayList<>();
        ObjectMapper json = new ObjectMapper();
        try (Stream<Path> files = Files.list(SUITE)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".test")).sorted().toList()) {
                json.readTree(file.toFile()).path("tests").forEach(tests::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tests;
    }

    /** The suite itself says what each named reference stands for. */
    private static Map<String, String> references() {
        Map<String, String> references = new HashMap<>();
        for (JsonNode test : tests()) {
            String input = test.get("input").asText();
            if (test.get("description").asText().startsWith("Named entity: ") && input.matches("&[A-Za-z0-9]+;?")) {
                String output = test.get("output").get(0).get(1).asText();
                if (!output.equals(input)) {
                    references.put(input.substring(1), output);
                }
            }
        }
        return references;
    }

    private static ArrayNode joined(JsonNode tokens) {
        ArrayNode joined = JsonNodeFactory.instance.arrayNode();
        for (JsonNode token : tokens) {
            int last = joined.size() - 1;
            boolean isText = token.get(0).asText().equals("Character");
            if (isText && last >= 0 && joined.get(last).get(0).asText().equals("Character")) {
                String text = joined.remove(last).get(1).asText() + token.get(1).asText();
                joined.addArray().add("Character").add(text);
            } else {
                joined.add(token);
            }
        }
        return joined;
    }

    private static JsonNode unescape(JsonNode node) {
        if (node.isTextual()) {
            return JsonNodeFactory.instance.textNode(unescape(node.asText()));
        }
        if (node.isArray()) {
            ArrayNode result = JsonNodeFactory.instance.arrayNode();
            node.forEach(item -> result.add(unescape(item)));
            return result;
        }
        if (node.isObject()) {
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            node.properties().forEach(e -> result.set(unescape(e.getKey()), unescape(e.getValue())));
            return result;
        }
        return node;
    }

    private static String unescape(String text) {
        return ESCAPE.matcher(text)
                .replaceAll(
                        found -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 16))));
    }
}
