package dev.gatehouse.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a client chose itself goes into the text of an error as text and nothing else. */
class ErrorTextTest {

    private static final ErrorText TEXT = new ErrorText("not_found", "/a\"<b>'&\\\u0001{code}$1", "timeout", "id-1");

    private static String filled(String template, String type) {
        return TEXT.fill(template, type);
    }

    @Test
    void everyGapIsFilledAndWhatIsNoneStays() {
        assertThat(filled("{code} {reason} {requestId} {other} {", "text/plain"))
                .isEqualTo("not_found timeout id-1 {other} {");
    }

    @Test
    void plainTextTakesItAsItIs() {
        assertThat(filled("at {path}", "text/plain; charset=utf-8")).isEqualTo("at /a\"<b>'&\\\u0001{code}$1");
    }

    @Test
    void inJsonItStaysWithinItsQuotes() {
        assertThat(filled("{\"at\": \"{path}\"}", "application/problem+JSON"))
                .isEqualTo("{\"at\": \"/a\\\"<b>'&\\\\\\u0001{code}$1\"}");
    }

    @Test
    void inMarkupItOpensNoTagAndEndsNoAttribute() {
        assertThat(filled("<p title='{path}'>", "Text/HTML"))
                .isEqualTo("<p title='/a&quot;&lt;b&gt;&#39;&amp;\\\u0001{code}$1'>");
    }
}
