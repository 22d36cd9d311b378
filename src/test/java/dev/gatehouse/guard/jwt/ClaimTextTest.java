package dev.gatehouse.guard.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Claims in headers: readable, and unable to be anything but a value. */
class ClaimTextTest {

    @Test
    void printableTextIsCopiedAsItIs() {
        assertThat(ClaimText.header("anna@example.test, \"Anna\" <x>;a=b~"))
                .isEqualTo("anna@example.test, \"Anna\" <x>;a=b~");
    }

    @Test
    void everyControlCharacterIsEncoded() {
        for (char c = 0; c < ' '; c++) {
            assertThat(ClaimText.header("a" + c + "b")).isEqualTo("a%%%02Xb".formatted((int) c));
        }
        assertThat(ClaimText.header("a\u007fb")).isEqualTo("a%7Fb");
        assertThat(ClaimText.header("a\u0085b\u2028c")).isEqualTo("a%C2%85b%E2%80%A8c");
    }

    @Test
    void whatIsNotAsciiIsEncodedAsUtf8() {
        assertThat(ClaimText.header("Jürgen 😀")).isEqualTo("J%C3%BCrgen %F0%9F%98%80");
    }

    @Test
    void encodedTextCanBeDecodedAgain() {
        assertThat(ClaimText.header("100%0A")).isEqualTo("100%250A");
    }

    @Test
    void spacesAtTheEndsWouldBeTrimmedAndAreEncoded() {
        assertThat(ClaimText.header(" admin ")).isEqualTo("%20admin%20");
        assertThat(ClaimText.header("an admin")).isEqualTo("an admin");
        assertThat(ClaimText.header(" ")).isEqualTo("%20");
    }

    @Test
    void listsAreJoinedAndACommaWithinAnEntryIsEncoded() {
        assertThat(ClaimText.header(List.of("a", "b"))).isEqualTo("a,b");
        assertThat(ClaimText.header(List.of("a,admin", "b"))).isEqualTo("a%2Cadmin,b");
        assertThat(ClaimText.header("a,b")).as("one text has its commas").isEqualTo("a,b");
    }

    @Test
    void numbersAndTruthValuesAreCopiedAsText() {
        assertThat(ClaimText.header(42L)).isEqualTo("42");
        assertThat(ClaimText.header(Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
        assertThat(ClaimText.header(1.5)).isEqualTo("1.5");
        assertThat(ClaimText.header(2.0)).isEqualTo("2");
        assertThat(ClaimText.header(1e3)).isEqualTo("1000");
        assertThat(ClaimText.header(true)).isEqualTo("true");
        assertThat(ClaimText.header(List.of(1L, false, "x"))).isEqualTo("1,false,x");
    }

    @Test
    void aNumberThatMayNotBeTheOneThatWasWrittenIsLeftOut() {
        assertThat(ClaimText.header(9007199254740992.0)).isEqualTo("9007199254740992");
        assertThat(ClaimText.header(9007199254740994.0)).isNull();
        assertThat(ClaimText.header(-1e300)).isNull();
        assertThat(ClaimText.header(Double.NaN)).isNull();
    }

    @Test
    void whatHasNoTextIsLeftOut() {
        assertThat(ClaimText.header(null)).isNull();
        assertThat(ClaimText.header("")).isNull();
        assertThat(ClaimText.header(List.of())).isNull();
        assertThat(ClaimText.header(Map.of("a", "b"))).isNull();
        assertThat(ClaimText.header(Arrays.asList("a", null, List.of("b"), Map.of(), "c")))
                .isEqualTo("a,c");
    }
}
