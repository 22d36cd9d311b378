package dev.gatehouse.rewrite.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.config.model.Replacement;
import dev.gatehouse.rewrite.Mount;
import dev.gatehouse.rewrite.url.LinkMapper;
import dev.gatehouse.testkit.Filtered;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Literals and links in text, wherever it is cut. */
class TextFiltersTest {

    private static List<Replacement> rules(String... pairs) {
        List<Replacement> rules = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            rules.add(new Replacement(pairs[i], pairs[i + 1]));
        }
        return rules;
    }

    private static String replaced(String text, String... pairs) throws Exception {
        Needles needles = new Needles(rules(pairs));
        return Filtered.everyWay(() -> new LiteralFilter(needles), text);
    }

    @Test
    void replacementsDoNotCascade() throws Exception {
        assertThat(replaced("a b c", "a", "b", "b", "c")).isEqualTo("b c c");
    }

    @Test
    void theLeftmostFindCountsAndOfThoseTheLongest() throws Exception {
        assertThat(replaced("abcd", "bc", "X", "abcd", "Y")).isEqualTo("Y");
        assertThat(replaced("abce", "bc", "X", "abcd", "Y")).isEqualTo("aXe");
        assertThat(replaced("abcd", "ab", "1", "abc", "2", "abcde", "3")).isEqualTo("2d");
        assertThat(replaced("aab", "ab", "X", "aa", "Y")).isEqualTo("Yb");
        assertThat(replaced("ababab", "abab", "X")).isEqualTo("Xab");
        assertThat(replaced("xyxyz", "xyz", "!")).isEqualTo("xy!");
    }

    @Test
    void emptyReplacementsAndOtherAlphabetsWork() throws Exception {
        assertThat(replaced("grün ist grün", "grün", "")).isEqualTo(" ist ");
        assertThat(replaced("日本語", "本", "x")).isEqualTo("日x語");
        assertThat(replaced("", "a", "b")).isEmpty();
    }

    @Test
    void theAutomatonAgreesWithAPlainSearch() throws Exception {
        agreesWithAPlainSearch(1);
    }

    @Test
    void soItDoesWhereMostBytesAreSkipped() throws Exception {
        agreesWithAPlainSearch(3);
        agreesWithAPlainSearch(4);
    }

    @Test
    void soItDoesWhereAllShareAnUncommonByte() throws Exception {
        agreesWithAPlainSearch(1, "a:");
        agreesWithAPlainSearch(1, "ab:b");
        agreesWithAPlainSearch(2, "aab:abaab"); // longer than a word
    }

    private static void agreesWithAPlainSearch(int shortest) throws Exception {
        agreesWithAPlainSearch(shortest, "");
    }

    private static void agreesWithAPlainSearch(int shortest, String front) throws Exception {
        Random dice = new Random(5);
        for (int round = 0; round < 300; round++) {
            List<Replacement> rules = new ArrayList<>();
            for (int i = 0; i <= dice.nextInt(5); i++) {
                rules.add(new Replacement(front + word(dice, shortest + dice.nextInt(4)), "<" + i + ">"));
            }
            StringBuilder words = new StringBuilder(word(dice, 40));
            for (int i = 0; !front.isEmpty() && i < 4; i++) { // beginnings that may or may not go on
                words.append(front, 0, 1 + dice.nextInt(front.length())).append(word(dice, dice.nextInt(6)));
                words.append(front).append(word(dice, dice.nextInt(6)));
            }
            String text = words.toString();
            Needles needles = new Needles(rules);
            String found = Filtered.everyWay(() -> new LiteralFilter(needles), text);
            assertThat(found).as(rules + " in " + text).isEqualTo(naive(text, rules));
        }
    }

    private static String word(Random dice, int length) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append((char) ('a' + dice.nextInt(3)));
        }
        return word.toString();
    }

    private static String naive(String text, List<Replacement> rules) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            Replacement best = null;
            for (Replacement rule : rules) {
                if (text.startsWith(rule.from(), at)
                        && (best == null || rule.from().length() > best.from().length())) {
                    best = rule;
                }
            }
            out.append(best == null ? text.substring(at, at + 1) : best.to());
            at += best == null ? 1 : best.from().length();
        }
        return out.toString();
    }

    @Test
    void noMoreIsHeldThanTheLongestLiteralLessOneByte() throws Exception {
        LiteralFilter filter = new LiteralFilter(new Needles(rules("abcdef", "x")));
        dev.gatehouse.body.ByteQueue out = new dev.gatehouse.body.ByteQueue(16);
        filter.filter(java.nio.ByteBuffer.wrap("zzabcde".getBytes(StandardCharsets.US_ASCII)), out);
        assertThat(out).hasToString("zz");
        filter.filter(java.nio.ByteBuffer.wrap("g".getBytes(StandardCharsets.US_ASCII)), out);
        assertThat(out).hasToString("zzabcdeg");
    }

    private static BodyFilter links() {
        Mount mount = new Mount("https", "b.test", "/m", "", "http", "a.test", 80, "/base");
        return new LinkFilter(new LinkMapper(mount, "/base/app.js"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "x='http://a.test/base/y'|x='https://b.test/m/y'",
                "x=\"https://a.test/base\"|x=\"https://b.test/m\"",
                "x=//a.test/base/y;|x=//b.test/m/y;",
                "{\"u\":\"http:\\/\\/a.test\\/z\"}|{\"u\":\"https:\\/\\/b.test/m\\/z\"}",
                "http://a.test.evil/ http://evil.a.test/ http://a.test@evil/|http://a.test.evil/ http://evil.a.test/ http://a.test@evil/",
                "a.test /base/x // comment a.test|a.test /base/x // comment a.test",
                "see http://a.test:80/base/ and http://a.test:81/base/|see https://b.test/m/ and http://a.test:81/base/",
                "HTTP://A.TEST/base|https://b.test/m",
                "http://|http://",
                "https:/|https:/",
                "xhttp://a.test/base/|xhttps://b.test/m/",
            })
    void linksInTextAreFoundByTheirHost(String text, String expected) throws Exception {
        assertThat(Filtered.everyWay(TextFiltersTest::links, text)).isEqualTo(expected);
    }
}
