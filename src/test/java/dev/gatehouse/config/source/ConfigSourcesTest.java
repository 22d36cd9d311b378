package dev.gatehouse.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a table is fetched from. */
class ConfigSourcesTest {

    @TempDir
    private Path directory;

    private final List<String> failures = new ArrayList<>();

    @Test
    void theFirstSourceThatHasATableIsUsedAndFailuresAreReportedWithTheirIndex() throws IOException {
        ConfigSource broken = () -> {
            throw new IOException("down");
        };
        ConfigSource source =
                ConfigSources.firstAvailable(List.of(() -> null, broken, () -> "{}", () -> "later"), this::failed);
        assertThat(source.fetch()).isEqualTo("{}");
        assertThat(failures).containsExactly("1: down");
    }

    @Test
    void aSourceWithoutATableIsNoFailure() throws IOException {
        assertThat(ConfigSources.firstAvailable(List.of(() -> null), this::failed)
                        .fetch())
                .isNull();
        assertThat(failures).isEmpty();
    }

    @Test
    void aVariableHoldsTextOrAnObject() throws IOException {
        Map<String, Object> variables = Map.of("TEXT", " {\"routes\": []} ", "OBJECT", Map.of("routes", List.of()));
        assertThat(ConfigSources.fromEnvVar(variables::get, "TEXT").fetch()).isEqualTo("{\"routes\": []}");
        assertThat(ConfigSources.fromEnvVar(variables::get, "OBJECT").fetch()).isEqualTo(Map.of("routes", List.of()));
        assertThat(ConfigSources.fromEnvVar(variables::get, "NONE").fetch()).isNull();
    }

    @Test
    void aVariableMayNameAFile() throws IOException {
        Path file = Files.writeString(directory.resolve("routes.json"), "{\"routes\": 1}");
        assertThat(ConfigSources.fromEnvVar(name -> file.toString(), "X").fetch())
                .isEqualTo("{\"routes\": 1}");
    }

    @Test
    void theConventionalNamesAreKnown() {
        assertThat(ConfigSource.CONVENTIONAL_VARIABLE).isEqualTo("JOUSKA_CONFIG");
        assertThat(ConfigSource.CONVENTIONAL_KEY).isEqualTo("routes");
    }

    @Test
    void severalFilesAreLayered() throws IOException {
        Path there = Files.writeString(directory.resolve("b.json"), "b");
        String setting = directory.resolve("a.json") + " " + there;
        assertThat(ConfigSources.fromSetting(setting, this::failed).fetch()).isEqualTo("b");
        assertThat(failures).isEmpty();
    }

    @Test
    void aFileThatIsNotThereIsNoTableAndOneThatCannotBeReadIsAFailure() throws IOException {
        assertThat(ConfigSources.file(directory.resolve("none")).fetch()).isNull();
        assertThatThrownBy(() -> ConfigSources.file(directory).fetch()).isInstanceOf(IOException.class);
    }

    @Test
    void anEmptySettingIsNoTable() throws IOException {
        assertThat(ConfigSources.fromSetting("  ", this::failed).fetch()).isNull();
    }

    private void failed(Exception failure, int index) {
        failures.add(index + ": " + failure.getMessage());
    }
}
