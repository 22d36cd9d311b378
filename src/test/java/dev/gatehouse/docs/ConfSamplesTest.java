package dev.gatehouse.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.load.Loading.Loaded;
import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.model.Deadlines;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.model.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The samples in {@code conf} work: tables load as they are, the containers' files are well formed and name real things. */
class ConfSamplesTest {

    private static final Path CONF = Path.of("conf");

    static List<Path> tables() throws IOException {
        return files(".json");
    }

    static List<Path> documents() throws IOException {
        return files(".xml");
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyTableLoads(Path file) throws Exception {
        assertThat(RouteTables.parse(Files.readString(file)))
                .as(() -> file + ": " + load(file))
                .isInstanceOf(Loaded.class);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyDocumentIsWellFormed(Path file) throws Exception {
        assertThat(parse(file).getDocumentElement()).isNotNull();
    }

    @Test
    void everySettingInTheContainersFilesExists() throws Exception {
        assertThat(attributes(parse(CONF.resolve("tomcat/context.xml")), "Parameter", "name"))
                .isNotEmpty()
                .isSubsetOf(ServerSettings.NAMES);
        assertThat(attributes(parse(CONF.resolve("tomcat/context.xml")), "Environment", "name"))
                .allSatisfy(name -> assertThat(ServerSettings.NAMES).contains(name.replace("gatehouse/", "")));
        assertThat(texts(parse(CONF.resolve("filter/web.xml")), "param-name")).isSubsetOf(ServerSettings.NAMES);
        NodeList calls = parse(CONF.resolve("jetty/gatehouse-context.xml")).getElementsByTagName("Call");
        assertThat(IntStream.range(0, calls.getLength())
                        .mapToObj(i -> ((Element) calls.item(i))
                                .getElementsByTagName("Arg")
                                .item(0)
                                .getTextContent()))
                .isNotEmpty()
                .isSubsetOf(ServerSettings.NAMES);
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
        try (Stream<Path> files = Files.walk(CONF)) {
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
