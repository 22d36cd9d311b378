package dev.gatehouse.config.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.tree.Node.ListNode;
import dev.gatehouse.config.tree.Node.ObjectNode;
import dev.gatehouse.config.tree.Node.TextNode;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text into nodes with positions. What the nodes must be is the business of {@link Section}. */
class JsonDocumentTest {

    private final Report report = new Report();

    @Test
    void everyValueKnowsItsLineAndColumn() {
        ObjectNode root = (ObjectNode) read("{\n  \"a\": [1,\n    \"x\"]\n}");
        Node.Member a = Objects.requireNonNull(root.members().get("a"));
        assertThat(a.keyPosition()).isEqualTo(new Position(2, 3));
        assertThat(a.value().position()).isEqualTo(new Position(2, 8));
        assertThat(((ListNode) a.value()).entries().get(1).position()).isEqualTo(new Position(3, 5));
    }

    @Test
    void commentsAndTrailingCommasAreWelcome() {
        Node root = read("// a\n{\"a\": /* b */ [1, 2,], }\n// c");
        assertThat(report.problems()).isEmpty();
        assertThat(JsonDocument.write(root)).isEqualTo("{\"a\":[1,2]}");
    }

    @Test
    void aByteOrderMarkIsPassedOver() {
        assertThat(JsonDocument.write(read("\ufeff{}"))).isEqualTo("{}");
    }

    @Test
    void aKeyWrittenTwiceIsNotedWhereItIsWrittenAgain() {
        read("{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2}, \"a\": 2}");
        assertThat(report.problems())
                .extracting(Problem::toString)
                .containsExactly(
                        "b.c (line 2, column 16): a key that was written before (expected: each key once)",
                        "a (line 2, column 25): a key that was written before (expected: each key once)");
    }

    @Test
    void halfASurrogatePairIsNoted() {
        read("{\"a\": \"\\ud800\", \"b\": \"x\\udc00\", \"ok\": \"\\ud83d\\ude00\"}");
        assertThat(report.problems()).extracting(Problem::found).containsOnly("text with half a surrogate pair");
        assertThat(report.problems()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "{",
                "{\"a\": }",
                "{\"a\": NaN}",
                "{\"a\": Infinity}",
                "{\"a\": 01}",
                "{\"a\": .5}",
                "{'a': 1}",
                "{a: 1}",
                "[1,,2]",
                "{} {}",
                "{} x",
                "\"\u0001\"",
                "{\"a\": tru}",
                "nul",
                "# no",
                "{\"a\": \"\\x\"}"
            })
    void whatIsNotJsonIsRefusedWithAPosition(String text) {
        assertThat(JsonDocument.read(text, report)).isNull();
        assertThat(report.problems()).hasSize(1);
        assertThat(report.problems().get(0).position().isKnown()).isTrue();
    }

    @Test
    void nestingHasABound() {
        int levels = JsonDocument.MAX_DEPTH;
        assertThat(JsonDocument.read("[".repeat(levels) + "]".repeat(levels), report))
                .isNotNull();
        assertThat(JsonDocument.read("[".repeat(levels + 1) + "]".repeat(levels + 1), report))
                .isNull();
        assertThat(JsonDocument.read("[".repeat(1_000_000), report)).isNull();
        assertThat(JsonDocument.read("{\"a\":".repeat(1_000_000), report)).isNull();
    }

    @Test
    void lengthHasABound() {
        String padding = " ".repeat(JsonDocument.MAX_CHARACTERS - 2);
        assertThat(JsonDocument.read("{}" + padding, report)).isNotNull();
        assertThat(JsonDocument.read("{} " + padding, report)).isNull();
    }

    @Test
    void aNumberOfAThousandDigitsIsRefused() {
        assertThat(JsonDocument.read("9".repeat(1_000), report)).isNull();
    }

    @Test
    void noMutationOfADocumentMakesTheReaderThrow() {
        String sound = "{\"a\": [1, -2.5e3, true, null, \"x\\u0041\"], /* c */ \"b\": {\"c\": {}},}";
        Random random = new Random(7);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder(sound);
            for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
                char replacement = "{}[]\",:\\/*0e-+tfn\u0000\ud800é".charAt(random.nextInt(20));
                text.setCharAt(random.nextInt(text.length()), replacement);
            }
            Report each = new Report();
            Node node = JsonDocument.read(text.toString(), each);
            assertThat(node != null || !each.isClean()).isTrue();
        }
    }

    @Test
    void whatIsWrittenIsReadBack() {
        String text = "{\"a\":[1,2.50,-1E+2,true,false,null,\"\\\"\\\\\\n\u00e9\"],\"b\":{}}";
        assertThat(JsonDocument.write(read(text))).isEqualTo(text);
    }

    @Test
    void credentialsInAddressesAreNeverShown() {
        assertThat(new TextNode(Position.NONE, "https://me:secret@host").shown())
                .isEqualTo("text of 22 characters");
        assertThat(new TextNode(Position.NONE, "me:secret@host").shown()).isEqualTo("text of 14 characters");
        assertThat(new TextNode(Position.NONE, "me@host").shown()).isEqualTo("\"me@host\"");
    }

    @Test
    void aLongTextIsShownCutAndOnOneLine() {
        assertThat(new TextNode(Position.NONE, "a\nb").shown()).isEqualTo("\"a\\u000ab\"");
        assertThat(new TextNode(Position.NONE, "x".repeat(100)).shown()).isEqualTo("\"" + "x".repeat(80) + "…\"");
    }

    @Test
    void theReportIsInTheOrderOfTheText() {
        report.add(new Problem(Pointer.ROOT, new Position(2, 1), "c", ""));
        report.add(new Problem(Pointer.ROOT, new Position(1, 9), "b", ""));
        report.add(new Problem(Pointer.ROOT, new Position(1, 2), "a", ""));
        report.add(new Problem(Pointer.ROOT, new Position(1, 2), "a", ""));
        assertThat(report.problems()).extracting(Problem::found).isEqualTo(List.of("a", "b", "c"));
    }

    private Node read(String text) {
        @Nullable Node node = JsonDocument.read(text, report);
        if (node == null) {
            throw new AssertionError(report.problems().toString());
        }
        return node;
    }
}
