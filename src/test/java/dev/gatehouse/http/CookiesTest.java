package dev.gatehouse.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.GivenRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The raw {@code Cookie} field. */
class CookiesTest {

    @Test
    void theFirstOfSeveralCounts() {
        assertThat(Cookies.first("a=1; b=2; a=3", "a")).isEqualTo("1");
        assertThat(Cookies.first("a=1; b=2; a=3", "b")).isEqualTo("2");
    }

    @Test
    void namesAreExact() {
        assertThat(Cookies.first("Ab=1; ab=2; abc=3", "ab")).isEqualTo("2");
        assertThat(Cookies.first("abc=3", "ab")).isNull();
        assertThat(Cookies.first("xab=3", "ab")).isNull();
    }

    @Test
    void aCommaIsNoSeparator() {
        assertThat(Cookies.first("a=1, b=2; c=3", "a")).isEqualTo("1, b=2");
        assertThat(Cookies.first("a=1, b=2; c=3", "b")).isNull();
        assertThat(Cookies.first("a=1, b=2; c=3", "c")).isEqualTo("3");
    }

    @Test
    void whatFollowsTheFirstEqualsSignIsTheValue() {
        assertThat(Cookies.first("a=b=c", "a")).isEqualTo("b=c");
        assertThat(Cookies.first("a=", "a")).isEmpty();
        assertThat(Cookies.first("a=\"q\"", "a")).isEqualTo("\"q\"");
        assertThat(Cookies.first("a=%41", "a")).isEqualTo("%41");
    }

    @Test
    void spaceAroundNameAndValueDoesNotCount() {
        assertThat(Cookies.first(" \ta =  1 ;b=2", "a")).isEqualTo("1");
        assertThat(Cookies.first("x=1;;; ;a=2;", "a")).isEqualTo("2");
    }

    @Test
    void pairsWithoutEqualsSignArePassedOver() {
        assertThat(Cookies.first("a; b=2", "a")).isNull();
        assertThat(Cookies.first("a; a=2", "a")).isEqualTo("2");
        assertThat(Cookies.first("", "a")).isNull();
        assertThat(Cookies.first(null, "a")).isNull();
    }

    @Test
    void linesThatHttp2HasSplitAreJoinedAsCookies() {
        GivenRequest request =
                GivenRequest.get("http://a.test/").with("cookie", "a=1").with("Cookie", "b=2");

        assertThat(request.cookies()).isEqualTo("a=1; b=2");
        assertThat(GivenRequest.get("http://a.test/").cookies()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "nothing",
            value = {
                "a=1; x=2; b=3 | a=1; b=3",
                "x=2; a=1 | a=1",
                "a=1; x=2 | a=1",
                "x=1;x=2;b | b",
                "x=1 | nothing",
                "a=x=1; X=2 | a=x=1; X=2",
                "a=1;  b=\"2; 3\" | a=1;  b=\"2; 3\"",
                " x = 1 ; a=1 | a=1"
            })
    void aCookieCanBeTakenOutOfTheOthers(String header, String left) {
        assertThat(Cookies.without(header, "x")).isEqualTo(left);
    }
}
