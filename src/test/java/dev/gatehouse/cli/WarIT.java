package dev.gatehouse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the packaged WAR holds, and that it starts by itself. */
class WarIT {

    private static final String WAR = System.getProperty("gatehouse.war", "target/gatehouse.war");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @Test
    void theRootHoldsTheLauncherAlone() throws Exception {
        assertThat(entries())
                .filteredOn(name -> !name.startsWith("WEB-INF/") && !name.startsWith("META-INF/"))
                .containsExactly("dev/gatehouse/cli/Main.class");
    }

    @Test
    void noLibraryIsThereTwiceAndWhatContainersGiveIsKeptApart() throws Exception {
        List<String> shared = libraries("WEB-INF/lib/");
        List<String> standalone = libraries("WEB-INF/lib-standalone/");

        assertThat(Stream.concat(shared.stream(), standalone.stream()).map(WarIT::artifact))
                .doesNotHaveDuplicates();
        assertThat(standalone.stream().map(WarIT::artifact))
                .contains("jakarta.servlet-api", "jetty-server", "jetty-ee10-servlet");
        assertThat(shared.stream().map(WarIT::artifact))
                .contains("jetty-client", "jetty-ee10-proxy", "jackson-databind")
                .doesNotContain("jakarta.servlet-api", "jetty-server", "jetty-ee10-servlet", "jetty-session");
    }

    @Test
    void nothingOfTheTestsIsInside() throws Exception {
        assertThat(entries())
                .noneMatch(name -> name.contains("junit")
                        || name.contains("assertj")
                        || name.contains("tomcat-embed")
                        || name.contains("testkit")
                        || name.endsWith("Test.class"));
    }

    @Test
    void itStartsByItselfAndLeavesNothingBehind() throws Exception {
        Process version = java("--version");
        assertThat(output(version)).matches("gatehouse \\d\\S+\\R");
        assertThat(version.exitValue()).isZero();

        Process check = java("check", "conf/routes.json");
        assertThat(output(check)).isEqualToIgnoringNewLines("conf/routes.json: sound, 3 routes");
        assertThat(check.exitValue()).isZero();

        Process wrong = java("check", "conf/absent.json");
        assertThat(output(wrong)).isEqualToIgnoringNewLines("conf/absent.json: no such file");
        assertThat(wrong.exitValue()).isEqualTo(1);

        assertThat(temporary).isEmptyDirectory();
    }

    private static List<String> entries() throws IOException {
        try (JarFile war = new JarFile(WAR)) {
            return war.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .toList();
        }
    }

    private static List<String> libraries(String folder) throws IOException {
        return entries().stream().filter(name -> name.startsWith(folder)).toList();
    }

    /** {@code WEB-INF/lib/jetty-client-12.1.14.jar} is {@code jetty-client}. */
    private static String artifact(String jar) {
        return jar.substring(jar.lastIndexOf('/') + 1).replaceAll("-\\d[\\w.-]*\\.jar$", "");
    }

    private Process java(String... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = Stream.concat(
                        Stream.of(java, "-Djava.io.tmpdir=" + temporary, "-jar", WAR), Stream.of(arguments))
                .toList();
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String output(Process process) throws Exception {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }
}
