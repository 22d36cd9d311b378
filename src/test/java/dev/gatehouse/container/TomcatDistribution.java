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
                <Connector port="%1$d" address="127.0.0.1" protocol="HTTP/1.1" maxThreads="%2$d" minSpareThreads="4"
                           connectionTimeout="%3$d" asyncTimeout="%3$d" encodedSolidusHandling="passthrough">
                  <UpgradeProtocol className="org.apache.coyote.http2.Http2Protocol" readTimeout="%3$d"/>
                </Connector>
                <Engine name="Catalina" defaultHost="localhost" backgroundProcessorDelay="1">
                  <Host name="localhost" appBase="webapps" unpackWARs="true" autoDeploy="true"/>
                </Engine>
              </Service>
            </Server>
            """;

    private static final String CONTEXT = """
            <Context docBase="%s" %s>
            %s
            </Context>
            """;

    TomcatDistribution(String prefix) {
        super(prefix);
    }

    @Override
    void prepare(Path base, int port) throws IOException {
        for (String folder : List.of("conf/Catalina/localhost", "logs", "temp", "webapps", "work")) {
            Files.createDirectories(base.resolve(folder));
        }
        Files.writeString(base.resolve("conf/server.xml"), SERVER.formatted(port, MAX_THREADS, IMPATIENCE.toMillis()));
        Files.copy(home().resolve("conf/web.xml"), base.resolve("conf/web.xml"));
    }

    @Override
    List<String> arguments(Path base, int port) {
        return List.of(
                // as its own start script does: they let it look for leaks
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED",
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
        String descriptor = deployment.hasErrorPages() ? "altDDName=\"" + withErrorPages(base) + "\"" : "";
        Files.writeString(file(base, deployment.contextPath()), CONTEXT.formatted(WAR, descriptor, parameters));
    }

    private static Path withErrorPages(Path base) throws IOException {
        Path descriptor = base.resolve("web-with-error-pages.xml");
        String own = Files.readString(Path.of("webapp/WEB-INF/web.xml"));
        return Files.writeString(descriptor, own.replace("</web-app>", Deployment.ERROR_PAGE));
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
