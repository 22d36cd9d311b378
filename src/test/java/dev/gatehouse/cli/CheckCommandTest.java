package dev.gatehouse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code gatehouse check}. What a table may hold is in the tests of {@code config}. */
@Isolated("replaces standard input")
class CheckCommandTest {

    private static final String SOUND = """
            {
              // comments are welcome
              "routes": [
                {"match": {"path": "/api"}, "upstream": "api.example.com", "retries": 2},
                {"match": {"path": "/old"}, "upstream": "old.example.com", "enabled": false},
              ],
            }
            """;

    private static final String BROKEN = """
            {"routes": [
              {"match": {"path": "api"}, "upstream": "https://api.example.com"},
              {"match": {"path": "/b"}, "upstream": "b.example.com", "retrys": 2}]}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final Shell shell = new Shell();

    @Test
    void aSoundTableIsOneLineAndExitCodeZero() throws Exception {
        String file = Shell.file(folder, "routes.json", SOUND);

        assertThat(shell.run("check", file)).isZero();
        assertThat(shell.out()).isEqualToIgnoringNewLines(file + ": sound, 1 route and 1 switched off");
        assertThat(shell.errors()).isEmpty();
    }

    @Test
    void everyFaultOfABrokenTableIsPrintedWithFileAndPlace() throws Exception {
        String file = Shell.file(folder, "routes.json", BROKEN);

        assertThat(shell.run("check", file)).isEqualTo(1);
        assertThat(shell.errors())
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).startsWith(file + ": routes["));
        assertThat(shell.errors().get(0)).contains("routes[0].match.path (line 2, column 22): \"api\" (expected: ");
        assertThat(shell.errors().get(2)).contains("retrys").contains("retries");
        assertThat(shell.out()).isEmpty();
    }

    @Test
    void oneBrokenFileDoesNotHideTheOthers() throws Exception {
        String broken = Shell.file(folder, "broken.json", "{");
        String sound = Shell.file(folder, "sound.json", SOUND);
        String missing = folder.resolve("missing.json").toString();

        assertThat(shell.run("check", broken, missing, sound)).isEqualTo(1);
        assertThat(shell.out()).startsWith(sound);
        assertThat(shell.errors()).hasSize(2);
        assertThat(shell.errors().get(1)).isEqualTo(missing + ": no such file");
    }

    @Test
    void bytesThatAreNoTextAreAFaultLikeAnyOther() throws Exception {
        Path file = Files.write(folder.resolve("routes.json"), new byte[] {'{', (byte) 0xff, '}'});

        assertThat(shell.run("check", file.toString())).isEqualTo(1);
        assertThat(shell.errors()).singleElement().asString().contains("UTF-8");
    }

    @Test
    void aDashReadsStandardInput() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(SOUND.getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(shell.run("check", "-")).isZero();
        } finally {
            System.setIn(before);
        }
        assertThat(shell.out()).startsWith("-: sound");
    }

    @Test
    void effectivePrintsTheTableWithItsDefaults() throws Exception {
        assertThat(shell.run("check", "--effective", Shell.file(folder, "routes.json", SOUND)))
                .isZero();
        assertThat(shell.out()).startsWith("{").contains("\"retries\":2").contains("\"timeoutMs\":10000");
        assertThat(shell.out().lines()).hasSize(1);
    }

    @Test
    void theVariablesOfAProfileAreReadFromAFile() throws Exception {
        String file = Shell.file(folder, "kisum.properties", "SERVICES=[{\"baseUrl\": \"https://a.example.com\"}]");

        assertThat(shell.run("check", "--profile", "kisum", "--vars", file)).isZero();
        assertThat(shell.out()).isEqualToIgnoringNewLines(file + ": sound, 1 route");
        assertThat(shell.errors()).isEmpty();
    }

    @Test
    void everyFaultOfVariablesIsPrintedWithFileAndName() throws Exception {
        String file = Shell.file(folder, "kisum.properties", """
                LB_ATTEMPT_TIMEOUT_MS=soon
                SERVICES={"auth": [], "__lb": [{"baseUrl": "https://a.example.com"}]}
                """);

        assertThat(shell.run("check", "--profile", "kisum", "--vars", file)).isEqualTo(1);
        assertThat(shell.errors())
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(line -> assertThat(line).startsWith(file + ": "));
        assertThat(shell.errors())
                .anySatisfy(line -> assertThat(line).contains("LB_ATTEMPT_TIMEOUT_MS", "\"soon\"", "0 to 86400000"))
                .anySatisfy(line -> assertThat(line).contains("SERVICES.auth"))
                .anySatisfy(line -> assertThat(line).contains("__lb"));
        assertThat(shell.out()).isEmpty();
    }

    @Test
    void theTableThatVariablesMakeIsPrintedWholeAndIsASoundTable() throws Exception {
        String file =
                Shell.file(folder, "mw.properties", "BACKEND_ORIGINS_JSON=[\"https://a.example.com\"]\nLB_VERSION=7");

        assertThat(shell.run("check", "--profile", "messageweave", "--vars", file, "--effective"))
                .isZero();
        assertThat(shell.out())
                .startsWith("{")
                .contains("\"front\":{\"https\":\"redirect\"", "\"version\":\"7\"", "\"streamIdleTimeoutMs\":0");

        Shell again = new Shell();
        String table = Shell.file(folder, "routes.json", shell.out());
        assertThat(again.run("check", table)).isZero();
        assertThat(again.out()).contains("sound, 19 routes");
    }

    @Test
    void aSecretThatVariablesNeedIsLookedForInTheFolder() throws Exception {
        String file = Shell.file(folder, "apex.properties", """
                APEX_PUBLIC_HOST=sso.example.com
                APEX_ZONE=example.com
                APEX_ORIGIN_PRIMARY=a.example.com
                APEX_ORIGIN_SECONDARY=b.example.com
                APEX_READY_PATH=/ready
                """);

        assertThat(shell.run("check", "--profile", "apex", "--vars", file)).isEqualTo(1);
        assertThat(shell.errors()).singleElement().asString().contains("APEX_READY_TOKEN");

        Shell.file(folder, "APEX_READY_TOKEN", "a-token-of-both");
        Shell again = new Shell();
        String[] command = {"--profile", "apex", "--vars", file, "--secrets-dir", folder.toString(), "--effective"};
        assertThat(again.run(
                        Stream.concat(Stream.of("check"), Stream.of(command)).toArray(String[]::new)))
                .isZero();
        assertThat(again.out()).doesNotContain("a-token-of-both");
    }

    @Test
    void withoutAFileTheVariablesAreThoseOfTheProcess() {
        assertThat(shell.run("check", "--profile", "messageweave")).isEqualTo(1);
        assertThat(shell.errors()).singleElement().asString().startsWith("messageweave: BACKEND_ORIGINS_JSON");

        System.setProperty("BACKEND_ORIGINS_JSON", "[\"https://a.example.com\"]");
        try {
            assertThat(shell.run("check", "--profile", "MessageWeave")).isZero();
        } finally {
            System.clearProperty("BACKEND_ORIGINS_JSON");
        }
        assertThat(shell.out()).startsWith("messageweave: sound, 19 routes");
    }

    @Test
    void aFileOfVariablesThatCannotBeReadIsAFault() throws Exception {
        String missing = folder.resolve("missing.properties").toString();
        String broken = Shell.file(folder, "broken.properties", "nonsense");

        assertThat(shell.run("check", "--profile", "kisum", "--vars", missing)).isEqualTo(1);
        assertThat(shell.run("check", "--profile", "kisum", "--vars", broken)).isEqualTo(1);
        assertThat(shell.run("check", "--profile", "jouska")).isEqualTo(1);
        assertThat(shell.errors()).hasSize(3);
        assertThat(shell.errors().get(0)).isEqualTo(missing + ": no such file");
        assertThat(shell.errors().get(1)).contains("broken.properties:1", "NAME=VALUE");
        assertThat(shell.errors().get(2)).contains("jouska has no variables");
    }

    @Test
    void eitherTablesOrAProfileAreChecked() throws Exception {
        String file = Shell.file(folder, "routes.json", SOUND);

        assertThat(shell.run("check", file, "--profile", "kisum")).isEqualTo(2);
        assertThat(shell.run("check", "--vars", file)).isEqualTo(2);
        assertThat(shell.run("check", "--profile", "nobody")).isEqualTo(2);
        assertThat(shell.out()).isEmpty();
    }

    @Test
    void aCommandThatIsCalledWronglyEndsWithTwo() {
        assertThat(shell.run("check")).isEqualTo(2);
        assertThat(shell.run()).isEqualTo(2);
        assertThat(shell.errors()).anySatisfy(line -> assertThat(line).contains("Usage: gatehouse"));
    }

    @Test
    void helpAndVersionAreThere() {
        assertThat(shell.run("--help")).isZero();
        assertThat(shell.run("--version")).isZero();
        assertThat(shell.out()).contains("run", "demo", "check", "explain", "gatehouse (unpackaged)");
    }
}
