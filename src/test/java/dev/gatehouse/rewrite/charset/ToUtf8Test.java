package dev.gatehouse.rewrite.charset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.ByteCutter;
import dev.gatehouse.testkit.Filtered;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies in any charset become UTF-8, wherever they are cut. */
class ToUtf8Test {

    @ParameterizedTest
    @CsvSource({
        "windows-1252, Grüße € für 1 ½",
        "gbk, 你好 世界",
        "gb18030, 你好 😀",
        "big5, 漢字測試",
        "shift_jis, こんにちは 表示 ｶﾅ",
        "euc-jp, こんにちは",
        "iso-2022-jp, こんにちは abc 日本",
        "euc-kr, 안녕하세요",
        "koi8-r, Привет",
        "utf-16le, a€😀",
        "utf-16be, a€😀",
        "iso-8859-7, Γειά σου",
    })
    void textSurvivesEveryCut(String label, String text) throws Exception {
        Charset charset = Objects.requireNonNull(CharsetLabels.find(label));
        for (List<byte[]> pieces : ByteCutter.everyWay(text.getBytes(charset), 3)) {
            String found = new String(Filtered.through(new ToUtf8(charset), pieces), StandardCharsets.UTF_8);
            assertThat(found).isEqualTo(text);
        }
    }

    @Test
    void whatIsNoCharacterBecomesTheReplacementCharacter() throws Exception {
        Charset charset = Objects.requireNonNull(CharsetLabels.find("shift_jis"));
        byte[] broken = {'a', (byte) 0x85, 'b', (byte) 0x81};
        String whole = new String(Filtered.through(new ToUtf8(charset), List.of(broken)), StandardCharsets.UTF_8);
        assertThat(whole).startsWith("a").contains("\ufffd").endsWith("\ufffd");
    }

    @Test
    void longTextsPass() throws Exception {
        String text = "漢字 and text ".repeat(20_000);
        Charset charset = Objects.requireNonNull(CharsetLabels.find("big5"));
        List<byte[]> pieces = ByteCutter.inPiecesOf(4095, text.getBytes(charset));
        assertThat(new String(Filtered.through(new ToUtf8(charset), pieces), StandardCharsets.UTF_8))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"iso-2022-kr", "hz-gb-2312", "x-user-defined", "invented-9", "", "utf-7", "utf-32"})
    void labelsThatNoBrowserDecodesAreNotDecoded(String label) {
        assertThat(CharsetLabels.find(label)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "' UTF8 ', UTF-8",
        "ISO-8859-1, windows-1252",
        "ASCII, windows-1252",
        "GB2312, GB18030",
        "latin5, windows-1254"
    })
    void labelsMeanWhatBrowsersTakeThemFor(String label, String name) {
        assertThat(Objects.requireNonNull(CharsetLabels.find(label)).name()).isEqualTo(name);
    }
}
