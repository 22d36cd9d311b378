package dev.gatehouse.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Field names and values, media types, methods. */
class FieldsTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "X-Foo", "x_y", "!#$%&'*+-.^_`|~09"})
    void tokensAreNames(String text) {
        assertThat(FieldNames.isToken(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "a b", "a:", "a\n", "a\r", "a\0", "ä", "a\"", "(", "a/b", "a,b", "[a]", "{", "@", "\u007f"
            })
    void otherTextIsNoName(String text) {
        assertThat(FieldNames.isToken(text)).isFalse();
    }

    @Test
    void aValueMayHoldAnythingButControls() {
        assertThat(FieldNames.isLegalValue("")).isTrue();
        assertThat(FieldNames.isLegalValue("a\tb ~é")).isTrue();
        for (char c = 0; c < ' '; c++) {
            assertThat(FieldNames.isLegalValue("a" + c)).isEqualTo(c == '\t');
        }
        assertThat(FieldNames.isLegalValue("\u007f")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/event-stream",
                "Text/Event-Stream; charset=utf-8",
                " application/x-ndjson ;",
                "application/jsonl",
                "application/x-jsonlines",
                "application/stream+json"
            })
    void streamsOfRecordsAreStreamingMedia(String type) {
        assertThat(StreamingMedia.is(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "text/html",
                "text/event-streams",
                "x/text/event-stream",
                "application/json",
                "text/event-strea"
            })
    void otherTypesAreNot(String type) {
        assertThat(StreamingMedia.is(type)).isFalse();
        assertThat(StreamingMedia.is(null)).isFalse();
    }

    @Test
    void aMediaTypeIsReadLeniently() {
        assertThat(MediaType.of("Text/HTML ; a=b; Charset=\"UTF-8\"")).isEqualTo(new MediaType("text/html", "UTF-8"));
        assertThat(MediaType.of("text/html;charset=gbk")).isEqualTo(new MediaType("text/html", "gbk"));
        assertThat(MediaType.of("text/html;a=\"x;charset=no\\\";\";charset=yes"))
                .isEqualTo(new MediaType("text/html", "yes"));
        assertThat(MediaType.of("text/html;charset=")).isEqualTo(new MediaType("text/html", null));
        assertThat(MediaType.of("text/html;;")).isEqualTo(new MediaType("text/html", null));
        assertThat(MediaType.of(null)).isEqualTo(new MediaType("", null));
        assertThat(MediaType.of("text/html;charset=a;charset=b").charset()).isEqualTo("a");
    }

    @Test
    void idempotentMethodsMayBeRepeated() {
        for (String method : new String[] {"GET", "HEAD", "OPTIONS", "TRACE"}) {
            assertThat(Methods.isIdempotent(method, true)).isTrue();
            assertThat(Methods.isIdempotent(method, false)).isTrue();
        }
        for (String method : new String[] {"PUT", "DELETE"}) {
            assertThat(Methods.isIdempotent(method, false)).isTrue();
            assertThat(Methods.isIdempotent(method, true)).isFalse();
        }
        for (String method : new String[] {"POST", "PATCH", "CONNECT", "get", "X"}) {
            assertThat(Methods.isIdempotent(method, false)).isFalse();
        }
    }
}
