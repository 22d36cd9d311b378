package dev.gatehouse.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.load.Loading.Loaded;
import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.model.Deadlines;
import dev.gatehouse.config.model.Profile;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.model.ServerSettings;
import dev.gatehouse.config.profile.Profiles;
import dev.gatehouse.config.profile.Profiles.Outcome.Ready;
import dev.gatehouse.config.source.VariableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The samples in {@code conf} work: tables load as they are, the containers' files are well formed and name real things. */
class ConfSamplesTest {

    private static final Path CONF = Path.of("conf");

    static List<Path> tables() throws IOException {
        return files(".json").stream()
                .filter(file ->
                        !file.getParent().endsWith("profiles")) // what profiles set; tables are made of it below
                .toList();
    }

    static List<Path> documents() throws IOException {
        return files(".xml");
    }

    static List<Path> variables() throws IOException {
        return files(".properties");
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyTableLoads(Path file) throws Exception {
        assertThat(RouteTables.parse(Files.readString(file)))
                .as(() -> file + ": " + load(file))
                .isInstanceOf(Loaded.class);
    }

    /** What each profile sets; the code reads the same files. */
    static List<Path> values() throws IOException {
        return files(".json", "profiles");
    }

    @Test
    void everyProfileButTheTablesOwnHasAFileOfWhatItSets() throws Exception {
        assertThat(values().stream().map(file -> file.getFileName().toString()))
                .containsExactly("apex.json", "kisum.json", "messageweave.json");
        for (Path file : values()) {
            String packed = new String(
                    Objects.requireNonNull(
                                    Profiles.class.getResourceAsStream("/dev/gatehouse/profiles/" + file.getFileName()))
                            .readAllBytes(),
                    StandardCharsets.UTF_8);
            assertThat(packed).isEqualTo(Files.readString(file));
        }
    }

    @ParameterizedTest
    @MethodSource("variables")
    void everyFileOfVariablesMakesASoundTable(Path file) throws Exception {
        Map<String, String> variables = VariableFile.read(file);

        assertThat(Profiles.read(profile(variables), variables::get, name -> Optional.of("a-secret-of-the-test")))
                .isInstanceOf(Ready.class);
    }

    @ParameterizedTest
    @MethodSource("variables")
    void aFileOfVariablesHoldsWhatItsProfileReadsAndNoSecret(Path file) throws Exception {
        assertThat(Profiles.variables()).containsAll(VariableFile.read(file).keySet());
        assertThat(VariableFile.read(file).keySet())
                .noneMatch(name -> name.endsWith("_TOKEN") || name.endsWith("_SECRET"));
    }

    /** The one whose variables these are. */
    private static Profile profile(Map<String, String> variables) {
        if (variables.containsKey("SERVICES")) {
            return Profile.KISUM;
        }
        return variables.containsKey("APEX_ZONE") ? Profile.APEX : Profile.MESSAGEWEAVE;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyDocumentIsWellFormed(Path file) throws Exception {
        assertThat(parse(file).getDocumentElement()).isNotNull();
    }

    @Test
    void everySettingInTheContainersFilesExists() throws Exception {
        for (Path file : files(".xml", "tomcat")) {
            if (!file.endsWith("server-snippet.xml")) {
                assertThat(attributes(parse(file), "Parameter", "name"))
                        .isNotEmpty()
                        .isSubsetOf(ServerSettings.NAMES);
                assertThat(attributes(parse(file), "Environment", "name"))
                        .allSatisfy(name -> assertThat(ServerSettings.NAMES).contains(name.replace("gatehouse/", "")));
            }
        }
        assertThat(texts(parse(CONF.resolve("filter/web.xml")), "param-name")).isSubsetOf(ServerSettings.NAMES);
        for (Path file : files(".xml", "jetty")) {
            assertThat(parameters(parse(file)).keySet()).isNotEmpty().isSubsetOf(ServerSettings.NAMES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"kisum", "kisumai", "thestage"})
    void eachTargetOfKisumHasADescriptorForEachContainerThatNamesItsOwnFile(String target) throws Exception {
        Document tomcat = parse(CONF.resolve("tomcat/" + target + ".xml"));
        Map<String, String> settings = parameters(parse(CONF.resolve("jetty/" + target + ".xml")));

        assertThat(attributes(tomcat, "Parameter", "name")).containsExactlyElementsOf(settings.keySet());
        assertThat(attributes(tomcat, "Parameter", "value")).containsExactlyElementsOf(settings.values());
        assertThat(settings)
                .containsEntry("profile", "kisum")
                .containsEntry("healthKey", "gatehouse:health:" + target)
                .extractingByKey("profileFile")
                .asString()
                .endsWith("/" + target + ".properties");
        assertThat(CONF.resolve("profiles/" + target + ".properties")).exists();
    }

    @Test
    void everyServiceOfKisumIsInItsSample() throws Exception {
        Map<String, String> variables = VariableFile.read(CONF.resolve("profiles/kisum.properties"));
        Ready outcome = (Ready) Profiles.read(Profile.KISUM, variables::get, name -> Optional.empty());

        assertThat(outcome.table().routes().stream().map(RouteConfig::id))
                .containsExactly("auth", "core", "artists", "venues", "promoters", "musicdata", "chat", "ai");
    }

    @Test
    void theFilterIsDeclaredAsItMustBe() throws Exception {
        Document web = parse(CONF.resolve("filter/web.xml"));

        Class<?> filter = Class.forName(texts(web, "filter-class").get(0));
        assertThat(jakarta.servlet.Filter.class).isAssignableFrom(filter);
        assertThat(texts(web, "async-supported")).containsExactly("true");
        assertThat(texts(web, "dispatcher")).containsExactly("REQUEST", "ASYNC");
    }

    @Test
    void theJettyIniSetsWhatItsContextNeeds() throws Exception {
        Properties ini = new Properties();
        try (var reader = Files.newBufferedReader(CONF.resolve("jetty/gatehouse.ini"))) {
            ini.load(reader);
        }

        assertThat(ini).containsEntry("jetty.httpConfig.uriCompliance", "RFC3986");
        assertThat(Files.readString(CONF.resolve("jetty/gatehouse-context.xml")))
                .contains("decodeAmbiguousURIs");
    }

    @Test
    void theSlowReasoningSampleIsAccepted() throws Exception {
        RouteTableConfig table = load(CONF.resolve("deadlines.json"));

        assertThat(table.routes().stream()
                        .filter(route -> "reasoning".equals(route.id()))
                        .map(route -> route.forwarding().deadlines()))
                .containsExactly(new Deadlines(
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(300),
                        Duration.ofSeconds(60)));
    }

    @Test
    void everyFileIsTestedHere() throws Exception {
        TreeSet<String> all =
                new TreeSet<>(files("").stream().map(Path::toString).toList());
        all.removeAll(tables().stream().map(Path::toString).toList());
        all.removeAll(documents().stream().map(Path::toString).toList());
        all.removeAll(variables().stream().map(Path::toString).toList());
        all.removeAll(values().stream().map(Path::toString).toList());

        assertThat(all).containsExactly(CONF.resolve("jetty/gatehouse.ini").toString());
    }

    private static RouteTableConfig load(Path file) {
        try {
            return RouteTables.define(Files.readString(file));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<Path> files(String ending) throws IOException {
        return files(ending, "");
    }

    private static List<Path> files(String ending, String folder) throws IOException {
        try (Stream<Path> files = Files.walk(CONF.resolve(folder))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private static Document parse(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder().parse(file.toFile());
    }

    /** The init parameters that a descriptor for Jetty sets, in its order. */
    private static Map<String, String> parameters(Document document) {
        Map<String, String> parameters = new LinkedHashMap<>();
        NodeList calls = document.getElementsByTagName("Call");
        for (int i = 0; i < calls.getLength(); i++) {
            Element call = (Element) calls.item(i);
            if (call.getAttribute("name").equals("setInitParameter")) {
                NodeList arguments = call.getElementsByTagName("Arg");
                parameters.put(
                        arguments.item(0).getTextContent(), arguments.item(1).getTextContent());
            }
        }
        return parameters;
    }

    private static List<String> attributes(Document document, String element, String attribute) {
        NodeList found = document.getElementsByTagName(element);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> ((Element) found.item(i)).getAttribute(attribute))
                .toList();
    }

    private static List<String> texts(Document document, String element) {
        NodeList found = document.getElementsByTagName(element);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> found.item(i).getTextContent())
                .toList();
    }
}
