package dev.gatehouse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the launcher lays out a WAR. That the packaged one starts is shown by the tests that run it. */
class MainTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void classesComeFirstAndLibrariesOfBothFoldersFollow() throws Exception {
        Path war = war(
                "META-INF/MANIFEST.MF",
                "WEB-INF/web.xml",
                "WEB-INF/lib/a.jar",
                "WEB-INF/lib/notes.txt",
                "WEB-INF/classes/dev/gatehouse/X.class",
                "WEB-INF/lib-standalone/b.jar",
                "index.html");

        URL[] path = Main.unpack(war, Files.createDirectory(folder.resolve("out")));

        assertThat(Arrays.stream(path).map(URL::getPath))
                .satisfiesExactly(
                        classes -> assertThat(classes).endsWith("/out/classes/"),
                        first -> assertThat(first).endsWith("/WEB-INF/lib/a.jar"),
                        second -> assertThat(second).endsWith("/WEB-INF/lib-standalone/b.jar"));
        assertThat(folder.resolve("out/classes/dev/gatehouse/X.class")).exists();
        assertThat(folder.resolve("out/classes/META-INF/MANIFEST.MF")).exists();
        assertThat(folder.resolve("out/index.html")).doesNotExist();
    }

    @Test
    void anEntryThatLeadsOutOfTheFolderIsRefused() throws Exception {
        for (String entry : List.of("WEB-INF/classes/../../evil.txt", "WEB-INF/lib/../../../evil.jar")) {
            Path war = war(entry);
            Path out = Files.createTempDirectory(folder, "out");

            assertThatThrownBy(() -> Main.unpack(war, out))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(entry);
        }
        try (var files = Files.walk(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("evil"));
        }
    }

    /** It lies alone in the WAR's root, where nothing else can be loaded from. */
    @Test
    void theLauncherNeedsNothingButThePlatform() throws Exception {
        try (InputStream in = Main.class.getResourceAsStream("Main.class")) {
            String constants = new String(
                    java.util.Objects.requireNonNull(in).readAllBytes(), java.nio.charset.StandardCharsets.ISO_8859_1);
            assertThat(constants.replace("dev/gatehouse/cli/Main", "")).doesNotContain("dev/gatehouse/", "picocli/");
        }
        assertThat(Main.class.getDeclaredClasses()).isEmpty();
        assertThat(Main.class.getResource("Main$1.class")).isNull();
    }

    private Path war(String... entries) throws IOException {
        Path war = Files.createTempFile(folder, "test", ".war");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write('x');
            }
        }
        return war;
    }
}
