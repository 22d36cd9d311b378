package dev.gatehouse.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of variables, one {@code NAME=VALUE} a line. */
class VariableFileTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Map<String, String> read(String text) throws IOException {
        return VariableFile.read(Files.writeString(folder.resolve("vars"), text));
    }

    @Test
    void aLineIsANameAndItsValue() throws Exception {
        assertThat(read("A=1\nb_2 = two words \n_=\n"))
                .containsExactly(Map.entry("A", "1"), Map.entry("b_2", "two words"), Map.entry("_", ""));
    }

    @Test
    void emptyLinesAndCommentsAreNothing() throws Exception {
        assertThat(read("\n  \n# A=1\n   # B=2\nC=3\r\n")).containsExactly(Map.entry("C", "3"));
    }

    @Test
    void whatComesAfterTheFirstEqualsSignIsTheValue() throws Exception {
        assertThat(read("A=b=c # no comment")).containsEntry("A", "b=c # no comment");
    }

    @Test
    void jsonStandsThereAsItIs() throws Exception {
        assertThat(read("A={\"a\": \"\\u0041\\n\"}")).containsEntry("A", "{\"a\": \"\\u0041\\n\"}");
        assertThat(read("A='{\"a\": \"it''s\"}'")).containsEntry("A", "{\"a\": \"it''s\"}");
    }

    @Test
    void quotesAroundAValueGoAndKeepItsWhiteSpace() throws Exception {
        assertThat(read("A=' x '\nB=\"\"\nC='\nD='x\"\nE=x'y'"))
                .containsEntry("A", " x ")
                .containsEntry("B", "")
                .containsEntry("C", "'")
                .containsEntry("D", "'x\"")
                .containsEntry("E", "x'y'");
    }

    @Test
    void theLastOfTwoCounts() throws Exception {
        assertThat(read("A=1\nA=2")).containsExactly(Map.entry("A", "2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hunter2", "=hunter2", "1A=hunter2", "A B=hunter2", "A-B=hunter2", "export A=hunter2"})
    void aLineThatIsNoneIsToldByItsNumberAndNotShown(String line) {
        assertThatThrownBy(() -> read("A=1\n\n" + line))
                .isInstanceOf(IOException.class)
                .hasMessage("vars:3: no variable (expected: NAME=VALUE)");
    }

    @Test
    void aFileThatIsNotThereIsToldAsSuch() {
        assertThatThrownBy(() -> VariableFile.read(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }
}
