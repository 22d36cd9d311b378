package dev.gatehouse.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Host patterns and authorities. */
class HostsTest {

    @Test
    void aLiteralMatchesTheSameHostOnly() {
        HostPattern literal = pattern("Example.com");

        assertThat(literal.text()).isEqualTo("example.com");
        assertThat(literal.matches("example.com")).isTrue();
        assertThat(literal.matches("example.com.")).isTrue();
        assertThat(literal.matches("a.example.com")).isFalse();
        assertThat(literal.matches("evilexample.com")).isFalse();
        assertThat(literal.matches("example.com.evil.test")).isFalse();
        assertThat(literal.matches("")).isFalse();
    }

    @Test
    void aWildcardMatchesSubdomainsAndNeverTheApex() {
        HostPattern wildcard = pattern("*.Example.com");

        assertThat(wildcard.text()).isEqualTo("*.example.com");
        assertThat(wildcard.matches("a.example.com")).isTrue();
        assertThat(wildcard.matches("a.b.example.com")).isTrue();
        assertThat(wildcard.matches("a.example.com.")).isTrue();
        assertThat(wildcard.matches("example.com")).isFalse();
        assertThat(wildcard.matches(".example.com")).isFalse();
        assertThat(wildcard.matches("a..example.com")).isFalse();
        assertThat(wildcard.matches("..example.com")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evilexample.com",
                "c.example.com.evil.test",
                "example.com.evil.test",
                "a.examplexcom",
                "xexample.com"
            })
    void lookAlikesMatchNeither(String host) {
        assertThat(pattern("example.com").matches(host)).isFalse();
        assertThat(pattern("*.example.com").matches(host)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "*.",
                ".",
                "a..b",
                ".a",
                "a:80",
                "http://a",
                "a/b",
                "a b",
                "a.*.b",
                "*a.b",
                "*.*.a",
                "a.b..",
                "é.test",
                "[::1",
                "[1.2.3.4]",
                "a?b"
            })
    void whatIsNoPatternIsRefused(String text) {
        assertThat(HostPattern.parse(text)).isNull();
    }

    @Test
    void addressesAreHostsToo() {
        assertThat(pattern("[::1]").matches("[::1]")).isTrue();
        assertThat(pattern("192.0.2.1").matches("192.0.2.1")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "a.test, a.test, -1",
        "A.Test:8080, a.test, 8080",
        "a.test.:1, a.test., 1",
        "a_b-c:65535, a_b-c, 65535",
        "192.0.2.1:80, 192.0.2.1, 80",
        "[2001:DB8::1]:443, [2001:db8::1], 443",
        "[::1], [::1], -1"
    })
    void anAuthorityIsAHostWithOrWithoutAPort(String text, String host, int port) {
        assertThat(Authority.parse(text))
                .isEqualTo(new Authority(host, port))
                .hasToString(text.toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "a\0.b",
                "a:",
                "a:0",
                "a:65536",
                "a:99999",
                "a:123456",
                "a:-1",
                "a:+1",
                "a:080",
                "a:8x",
                ":80",
                "a:1:2",
                "::1",
                "[::1",
                "[::1]x",
                "[::1]80",
                "[]",
                "[::1]:",
                "[a]",
                "[1.2.3.4]:80",
                "u@a",
                "a/b",
                "a?b",
                "a#b",
                "a%2eb",
                "a..b",
                ".a",
                "é",
                "a\t",
                "a,b",
                "a\\b",
                "http://a"
            })
    void anythingOddIsNoAuthority(String text) {
        assertThat(Authority.parse(text)).isNull();
    }

    @Test
    void labelsAndNamesHaveTheirLengths() {
        String label = "a".repeat(63);

        assertThat(Authority.parse(label)).isNotNull();
        assertThat(Authority.parse(label + "a")).isNull();
        assertThat(Authority.parse(label + "." + label + "." + label + "." + "a".repeat(61)))
                .isNotNull();
        assertThat(Authority.parse(label + "." + label + "." + label + "." + "a".repeat(62)))
                .isNull();
    }

    @Test
    void aMissingPortCanBeFilledIn() {
        assertThat(new Authority("a", Authority.NO_PORT).portOr(443)).isEqualTo(443);
        assertThat(new Authority("a", 80).portOr(443)).isEqualTo(80);
    }

    private static HostPattern pattern(String text) {
        return Objects.requireNonNull(HostPattern.parse(text), text);
    }
}
