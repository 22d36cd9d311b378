package dev.gatehouse.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gatehouse.config.load.Preset;
import dev.gatehouse.config.model.ServerSettings;
import dev.gatehouse.event.MirrorEnd;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.StreamEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The README names what there is, and its links lead somewhere. */
class ReadmeTest {

    private static final Path README = Path.of("README.md");
    private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");

    private final String text = read(README);

    /** Every word in code font outside of blocks. */
    private final Set<String> words = CODE.matcher(text)
            .results()
            .flatMap(code -> Arrays.stream(code.group(1).split("[^$\\w/.*-]+")))
            .flatMap(word -> word.contains(".")
                    ? Arrays.stream(new String[] {word, last(word)})
                    : Arrays.stream(new String[] {word}))
            .collect(Collectors.toCollection(TreeSet::new));

    @Test
    void everyFieldOfTheTableIsNamed() throws Exception {
        JsonNode schema = new ObjectMapper()
                .readTree(Path.of("src/main/resources/dev/gatehouse/routes.schema.json")
                        .toFile());

        assertThat(words).containsAll(properties(schema));
    }

    @Test
    void everySettingIsNamed() {
        assertThat(words).containsAll(ServerSettings.NAMES);
    }

    @Test
    void everyOutcomeIsNamed() {
        assertThat(words)
                .containsAll(Arrays.stream(Outcome.values()).map(Outcome::text).toList());
        assertThat(words)
                .containsAll(Arrays.stream(StreamEnd.Way.values())
                        .map(StreamEnd.Way::text)
                        .toList());
        assertThat(words)
                .containsAll(Arrays.stream(MirrorEnd.Way.values())
                        .map(MirrorEnd.Way::text)
                        .toList());
    }

    @Test
    void everyErrorCodeIsNamedWithItsStatus() throws IOException {
        Set<String> written = Pattern.compile("\\n\\| (\\d{3}) \\| `(\\w+)`")
                .matcher(text)
                .results()
                .map(row -> row.group(2))
                .collect(Collectors.toCollection(TreeSet::new));
        String coding = sources("gateway") + sources("guard");
        Set<String> coded = Pattern.compile("(?:\"(?=[a-z]+_)|\\b[45]\\d\\d, \")([a-z]+(?:_[a-z]+)*)\"")
                .matcher(coding)
                .results()
                .map(code -> code.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(written).isEqualTo(coded);
    }

    private static String sources(String name) throws IOException {
        try (Stream<Path> sources =
                Files.walk(Path.of("src/main/java/dev/gatehouse").resolve(name))) {
            return sources.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.getParent().endsWith("geo")) // whose words are those of a file format
                    .map(ReadmeTest::read)
                    .collect(Collectors.joining());
        }
    }

    @Test
    void thePresetsAreThoseOfTheCode() {
        Map<String, Map<String, Integer>> written = new TreeMap<>();
        Pattern.compile("\\n\\| `(\\w+)` \\| ((?:`\\w+: \\d+`(?:, )?)+) \\|")
                .matcher(text)
                .results()
                .forEach(row -> written.put(row.group(1), fields(row)));
        Map<String, Map<String, Integer>> coded = new TreeMap<>();
        Preset.ALL.forEach(preset -> coded.put(preset.name(), preset.fields()));

        assertThat(written).isEqualTo(coded);
    }

    @Test
    void everyLinkLeadsSomewhere() {
        Set<String> headings = Pattern.compile("\\n#+ (.+)")
                .matcher(text)
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(java.util.Locale.ROOT)
                        .replaceAll("[^\\w -]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
        Set<String> broken = new LinkedHashSet<>();
        Pattern.compile("\\]\\(([^)]+)\\)")
                .matcher(text)
                .results()
                .map(link -> link.group(1))
                .forEach(link -> {
                    boolean leads =
                            link.startsWith("#") ? headings.contains(link.substring(1)) : Files.exists(Path.of(link));
                    if (!leads) {
                        broken.add(link);
                    }
                });

        assertThat(broken).isEmpty();
    }

    private static Map<String, Integer> fields(MatchResult row) {
        Map<String, Integer> fields = new TreeMap<>();
        Pattern.compile("`(\\w+): (\\d+)`")
                .matcher(row.group(2))
                .results()
                .forEach(field -> fields.put(field.group(1), Integer.valueOf(field.group(2))));
        return fields;
    }

    private static Set<String> properties(JsonNode schema) {
        Set<String> names = new TreeSet<>();
        schema.findValues("properties")
                .forEach(properties -> properties.fieldNames().forEachRemaining(name -> {
                    if (!properties.get(name).isBoolean()) {
                        names.add(name);
                    }
                }));
        schema.findValues("properties")
                .forEach(properties -> properties.forEach(property -> names.addAll(properties(property))));
        return names;
    }

    private static String last(String word) {
        return word.substring(word.lastIndexOf('.') + 1);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
