package dev.gatehouse.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Raw queries. */
class QueryStringTest {

    @Test
    void theFirstOfSeveralCounts() {
        assertThat(QueryString.first("a=1&b=2&a=3", "a")).isEqualTo("1");
        assertThat(QueryString.first("b=2&a&a=3", "a")).isEmpty();
    }

    @Test
    void aParameterMayBeSentWithoutContent() {
        assertThat(QueryString.first("a=", "a")).isEmpty();
        assertThat(QueryString.first("a", "a")).isEmpty();
        assertThat(QueryString.first("b&a", "a")).isEmpty();
        assertThat(QueryString.first("", "a")).isNull();
        assertThat(QueryString.first(null, "a")).isNull();
        assertThat(QueryString.first("&&", "")).isNull();
    }

    @Test
    void namesAndValuesAreDecodedAsAForm() {
        assertThat(QueryString.first("%61+b=c+d%26%3D%C3%A9", "a b")).isEqualTo("c d&=é");
        assertThat(QueryString.first("a=b%2Bc", "a")).isEqualTo("b+c");
        assertThat(QueryString.first("é=ü%41", "é")).isEqualTo("üA");
    }

    @Test
    void whatIsNoEscapeStays() {
        assertThat(QueryString.first("a=%zz%4%", "a")).isEqualTo("%zz%4%");
        assertThat(QueryString.first("a=%+1", "a")).isEqualTo("% 1");
        assertThat(QueryString.first("a=%ff", "a")).isEqualTo("\ufffd");
    }

    @Test
    void namesAreExactAndSemicolonsAreText() {
        assertThat(QueryString.first("A=1&ab=2", "a")).isNull();
        assertThat(QueryString.first("a=1;b=2", "a")).isEqualTo("1;b=2");
        assertThat(QueryString.first("a=b=c", "a")).isEqualTo("b=c");
    }
}
