package dev.gatehouse.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.BodyRewrite;
import dev.gatehouse.config.model.Csp;
import dev.gatehouse.event.RewriteSkipped;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which bodies are rewritten is decided by their heads alone. */
class BodyRewriterTest {

    private static BodyRewriter rewriter(String... contentTypes) {
        return new BodyRewriter(new BodyRewrite(true, List.of(), List.of(contentTypes), true, null, Csp.DROP, null));
    }

    private static BodyRewriter.Decision decide(int status, String contentType) {
        return rewriter("text/html", "application/x").decide(status, true, contentType, null);
    }

    private static BodyRewriter.Decision.Skip skip(RewriteSkipped reason) {
        return new BodyRewriter.Decision.Skip(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/html",
                "Text/HTML",
                "text/html; charset=utf-8",
                "text/html;charset=\"UTF-8\" ; x=y",
                "application/x",
                "application/xhtml+xml",
            })
    void typesAreComparedAsPrefixesWithoutCaseAndParameters(String contentType) {
        assertThat(decide(200, contentType)).isInstanceOf(BodyRewriter.Decision.Rewrite.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "text/htm", "x; y=text/html", "application/json"})
    void otherTypesPass(String contentType) {
        assertThat(decide(200, contentType)).isEqualTo(skip(RewriteSkipped.CONTENT_TYPE));
    }

    @Test
    void aBodyWithoutATypePasses() {
        assertThat(rewriter("text/html").decide(200, true, null, null)).isEqualTo(skip(RewriteSkipped.CONTENT_TYPE));
        assertThat(rewriter().decide(200, true, "text/html", null)).isEqualTo(skip(RewriteSkipped.CONTENT_TYPE));
    }

    @ParameterizedTest
    @CsvSource({"204", "206", "304"})
    void answersThatAreNoWholeBodyPass(int status) {
        assertThat(decide(status, "text/html")).isEqualTo(skip(RewriteSkipped.BODYLESS_STATUS));
    }

    @ParameterizedTest
    @CsvSource({"200", "203", "205", "207", "303", "305", "404", "500"})
    void otherAnswersAreRewrittenWhateverTheirStatus(int status) {
        assertThat(decide(status, "text/html")).isInstanceOf(BodyRewriter.Decision.Rewrite.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/event-stream", "application/x-ndjson", "application/x-jsonlines", "application/jsonl"})
    void streamsOfRecordsPassWhateverIsListed(String contentType) {
        assertThat(rewriter("text/", "application/").decide(200, true, contentType, null))
                .isEqualTo(skip(RewriteSkipped.STREAMING_MEDIA));
    }
}
