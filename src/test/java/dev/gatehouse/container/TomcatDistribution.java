package dev.gatehouse.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Apache Tomcat, with a base folder of its own and a context file for each deployment. */
final class TomcatDistribution extends Distribution {

    /** The HTTP connector, HTTP/2 in clear text included, and a host that looks for changes every second. */
    private static final String SERVER = """
            <Server port="-1">
              <Listener className="org.apache.catalina.core.JreMemoryLeakPreventionListener"/>
              <Listener className="org.apache.catalina.core.ThreadLocalLeakPreventionListener"/>
              <Service name="Catalina">
                <Connector port="%d" address="127.0.0.1" protocol="HTTP/1.1" maxThreads="%d" minSpareThreads="4"
                           encodedSolidusHandling="passthrough">
                  <UpgradeProtocol className="org.apache.coyote.http2.Http2Protocol"/>
                </Connector>
                <Engine name="Catalina" defaultHost="localhost" backgroundProcessorDelay="1">
                  <Host name="localhost" appBase="webapps" unpackWARs="true" autoDeploy="true"/>
                </Engine>
              </Service>
            </Server>
            """;

    private static final String CONTEXT = """
            <Context docBase="%s">
            %s
            </Context>
            """;

    /** Would put an answer of another kind in place of every error that the container hears of. */
    private static final String ERROR_PAGE = "<error-page><location>/replaced-by-the-container</location></error-page>";

    TomcatDistribution(String prefix) {
        super(prefix);
    }

    @Override
    void prepare(Path base, int port) throws IOException {
        for (String folder : List.of("conf/Catalina/localhost", "logs", "temp", "webapps", "work")) {
            Files.createDirectories(base.resolve(folder));
        }
        Files.writeString(base.resolve("conf/server.xml"), SERVER.formatted(port, MAX_THREADS));
        String defaults = Files.readString(home().resolve("conf/web.xml"));
        Files.writeString(base.resolve("conf/web.xml"), defaults.replace("</web-app>", ERROR_PAGE + "</web-app>"));
    }

    @Override
    List<String> arguments(Path base, int port) {
        return List.of(
                "-Dcatalina.home=" + home(),
                "-Dcatalina.base=" + base,
                "-Djava.io.tmpdir=" + base.resolve("temp"),
                "-cp",
                home().resolve("bin/bootstrap.jar") + ":" + home().resolve("bin/tomcat-juli.jar"),
                "org.apache.catalina.startup.Bootstrap",
                "start");
    }

    @Override
    void deploy(Path base, Deployment deployment) throws IOException {
        String parameters =
                elements(deployment.settings(), "  <Parameter name=\"%s\" value=\"%s\" override=\"false\"/>");
        Files.writeString(file(base, deployment.contextPath()), CONTEXT.formatted(WAR, parameters));
    }

    @Override
    void undeploy(Path base, String contextPath) throws IOException {
        Files.delete(file(base, contextPath));
    }

    private static Path file(Path base, String contextPath) {
        return base.resolve("conf/Catalina/localhost").resolve(Deployment.fileName(contextPath) + ".xml");
    }

    @Override
    String classLoader() {
        return "org.apache.catalina.loader.ParallelWebappClassLoader";
    }
}
