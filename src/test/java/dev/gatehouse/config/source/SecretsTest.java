package dev.gatehouse.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets by name. */
class SecretsTest {

    @TempDir
    private Path directory;

    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, Object> entries = new HashMap<>();

    @Test
    void theFirstPlaceThatHasTheSecretCounts() throws IOException {
        entries.put("KEY", "naming");
        assertThat(value("KEY")).contains("naming");
        Files.writeString(directory.resolve("KEY"), "file");
        assertThat(value("KEY")).contains("file");
        variables.put("KEY", "variable");
        assertThat(value("KEY")).contains("variable");
        properties.put("KEY", "property");
        assertThat(value("KEY")).contains("property");
    }

    @Test
    void oneTrailingLineEndOfAFileIsNotPartOfTheSecret() throws IOException {
        Files.writeString(directory.resolve("UNIX"), " a \n");
        Files.writeString(directory.resolve("DOS"), "a\r\n");
        Files.writeString(directory.resolve("TWO"), "a\n\n");
        assertThat(value("UNIX")).contains(" a ");
        assertThat(value("DOS")).contains("a");
        assertThat(value("TWO")).contains("a\n");
    }

    @Test
    void anEmptySecretIsNone() throws IOException {
        properties.put("KEY", "");
        Files.writeString(directory.resolve("KEY"), "\n");
        assertThat(value("KEY")).isEmpty();
    }

    @Test
    void aFileOfMoreThanSixtyFourKibibytesIsNoSecret() throws IOException {
        Files.writeString(directory.resolve("FITS"), "x".repeat(65_536));
        Files.writeString(directory.resolve("LONG"), "x".repeat(65_537));
        assertThat(value("FITS")).isPresent();
        assertThat(value("LONG")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../KEY", "a/b", "a\\b", "/etc/passwd", ".hidden", "a\u0000b", "ldap:x"})
    void aNameThatIsNotPlainFindsNothing(String name) throws IOException {
        properties.put(name, "property");
        Files.writeString(directory.resolve(".hidden"), "x");
        assertThat(secrets().find(name)).isEmpty();
    }

    @Test
    void nothingShowsAValue() {
        properties.put("KEY", "hunter2");
        assertThat(secrets().find("KEY").orElseThrow().toString()).isEqualTo("a secret of 7 characters");
        assertThat(secrets().toString()).doesNotContain("hunter2");
    }

    @Test
    void aDirectoryIsNotNeeded() {
        assertThat(Secrets.ofProcess(null).find("NO_SUCH_SECRET_HERE")).isEmpty();
    }

    private Secrets secrets() {
        return new Secrets(properties::get, variables::get, directory, entries::get);
    }

    private Optional<String> value(String name) {
        return secrets().find(name).map(Secret::value);
    }
}
