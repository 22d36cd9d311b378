package dev.gatehouse.rewrite.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripts of the operator bear the nonce; text that only looks like one does not. */
class ScriptNonceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<script src=/a></script><SCRIPT>x()</SCRIPT> | <script nonce=\"N\" src=/a></script><SCRIPT nonce=\"N\">x()</SCRIPT>",
                "<script>w('<script>')</script> | <script nonce=\"N\">w('<script>')</script>",
                "<!-- <script> --><p>ü | <!-- <script> --><p>ü",
                "<script Nonce=own></script> | <script Nonce=own></script>",
                "<p>one<scripted> | <p>one<scripted>",
                "<script | <script",
            })
    void onlyScriptsAreMarked(String markup, String marked) {
        assertThat(new String(ScriptNonce.mark(markup.getBytes(StandardCharsets.UTF_8), "N"), StandardCharsets.UTF_8))
                .isEqualTo(marked);
    }
}
