package dev.gatehouse.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prefixes as operators write them. */
class PathPrefixTest {

    @Test
    void threeWaysToWriteAPrefixMeanTheSame() {
        for (String written : new String[] {"/img", "/img/", "/img/*"}) {
            PathPrefix prefix = prefix(written);
            assertThat(prefix.text()).isEqualTo("/img");
            assertThat(prefix.segments()).containsExactly("img");
            assertThat(prefix).isEqualTo(prefix("/img")).hasSameHashCodeAs(prefix("/img"));
        }
    }

    @Test
    void aPrefixHoldsOnSegmentBoundaries() {
        PathPrefix api = prefix("/api");

        assertThat(api.holds("/api")).isTrue();
        assertThat(api.holds("/api/")).isTrue();
        assertThat(api.holds("/api/x")).isTrue();
        assertThat(api.holds("/apix")).isFalse();
        assertThat(api.holds("/ap")).isFalse();
        assertThat(api.holds("/x/api")).isFalse();
        assertThat(api.holds("")).isFalse();
    }

    @Test
    void theRootHoldsForEverything() {
        for (String written : new String[] {"/", "/*"}) {
            assertThat(prefix(written)).isEqualTo(PathPrefix.ROOT);
            assertThat(prefix(written).text()).isEqualTo("/");
        }
        assertThat(PathPrefix.ROOT.holds("/")).isTrue();
        assertThat(PathPrefix.ROOT.holds("/x/y")).isTrue();
        assertThat(PathPrefix.ROOT.holds("*")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "x/*",
                "*",
                "//",
                "/a//b",
                "//a",
                "/a//",
                "/a/*/b",
                "/a*",
                "/*/a",
                "/*x",
                "/a b",
                "/a?b",
                "/a#b",
                "/a\\b",
                "/.",
                "/a/../b",
                "/a/.",
                "/a\u0000",
                "/a\n"
            })
    void whatIsNoPrefixIsRefused(String written) {
        assertThat(PathPrefix.parse(written)).isNull();
    }

    @Test
    void escapesAreDecodedWhereTheSegmentStaysOne() {
        assertThat(prefix("/a%20b/%63").segments()).containsExactly("a b", "c");
        assertThat(prefix("/a%2fb/c%3bd/%2e%2e").segments()).containsExactly("a%2fb", "c%3bd", "%2e%2e");
    }

    private static PathPrefix prefix(String text) {
        return Objects.requireNonNull(PathPrefix.parse(text), text);
    }
}
