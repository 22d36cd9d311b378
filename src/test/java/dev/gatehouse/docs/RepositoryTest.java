package dev.gatehouse.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the project has promised about its own layout and build. */
class RepositoryTest {

    private static final Set<String> TOP_LEVEL = Set.of("pom.xml", "src", "webapp", "README.md", "conf", "LICENSE");

    @Test
    void theTopLevelHoldsWhatItMayAndNothingElse() throws Exception {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            Set<String> found = files.map(Path::toString)
                    .filter(name -> !name.startsWith(".") && !name.equals("target"))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(found).isEqualTo(new TreeSet<>(TOP_LEVEL));
        }
        assertThat(Path.of(".github", "workflows", "ci.yml")).exists();
    }

    @Test
    void ciRunsTheCommandThatEveryoneRuns() throws Exception {
        String ci = Files.readString(Path.of(".github", "workflows", "ci.yml"));

        assertThat(ci).contains("run: mvn -B -ntp verify");
        assertThat(Files.readString(Path.of("README.md"))).contains("    mvn verify");
        assertThat(matches(ci, "uses: \\S+@(\\S+)"))
                .isNotEmpty()
                .allMatch(version -> version.matches("v\\d+\\.\\d+\\.\\d+"));
    }

    @Test
    void aRunWithoutTestsFails() throws Exception {
        assertThat(matches(pom(), "<failIfNoTests>(\\w+)</failIfNoTests>"))
                .as("unit tests and integration tests")
                .containsExactly("true", "true");
    }

    @Test
    void everyVersionIsPinned() throws Exception {
        List<String> versions = matches(pom(), "<version>([^<]+)</version>");

        assertThat(versions)
                .filteredOn(
                        version -> !version.startsWith("${") && !version.equals("[3.8.7,)") && !version.equals("[17,)"))
                .allMatch(version -> version.matches("\\d[\\w.-]*"));
        assertThat(versions).noneMatch(version -> version.matches("(?i).*(latest|release)"));
    }

    @Test
    void publishingIsOff() throws Exception {
        assertThat(pom()).contains("<maven.deploy.skip>true</maven.deploy.skip>");
        assertThat(Files.readString(Path.of(".github", "workflows", "ci.yml")))
                .doesNotContain("mvn deploy", "secrets.");
    }

    @Test
    void theLicenseIsMit() throws Exception {
        assertThat(Files.readString(Path.of("LICENSE"))).startsWith("MIT License");
        assertThat(pom()).contains("<name>MIT</name>");
    }

    private static String pom() throws IOException {
        return Files.readString(Path.of("pom.xml"));
    }

    private static List<String> matches(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
