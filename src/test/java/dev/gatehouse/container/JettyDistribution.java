package dev.gatehouse.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Jetty's home distribution, with a base folder of its own and a context file for each deployment. */
final class JettyDistribution extends Distribution {

    private static final String CONTEXT = """
            <?xml version="1.0"?>
            <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
            <Configure class="org.eclipse.jetty.ee10.webapp.WebAppContext">
              <Set name="contextPath">%s</Set>
              <Set name="war">%s</Set>
              <Set name="overrideDescriptor">%s</Set>
              <Get name="servletHandler"><Set name="decodeAmbiguousURIs">true</Set></Get>
            %s
            </Configure>
            """;

    private static final String EMPTY_DESCRIPTOR = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0" metadata-complete="true">
            </web-app>
            """;

    JettyDistribution(String prefix) {
        super(prefix);
    }

    @Override
    void prepare(Path base, int port) throws IOException {
        for (String folder : List.of("webapps", "work", "temp", "environments")) {
            Files.createDirectories(base.resolve(folder));
        }
    }

    @Override
    List<String> arguments(Path base, int port) {
        return List.of(
                "-Djava.io.tmpdir=" + base.resolve("temp"),
                "-Dorg.eclipse.jetty.ee10.servlet.ServletChannelState.DEFAULT_TIMEOUT=" + IMPATIENCE.toMillis(),
                "-jar",
                home().resolve("start.jar").toString(),
                "jetty.base=" + base,
                "jetty.http.host=127.0.0.1",
                "jetty.http.port=" + port,
                "jetty.http.idleTimeout=" + IMPATIENCE.toMillis(),
                "jetty.httpConfig.uriCompliance=UNSAFE",
                "jetty.httpConfig.sendServerVersion=false",
                "jetty.threadPool.minThreads=4",
                "jetty.threadPool.maxThreads=" + MAX_THREADS,
                "jetty.deploy.scanInterval=1",
                // http2c: HTTP/2 in clear text, on the same port. Last: what follows ee10 counts for ee10 only
                "--modules=http,http2c,ee10-deploy");
    }

    @Override
    void deploy(Path base, Deployment deployment) throws IOException {
        String path = deployment.contextPath().isEmpty() ? "/" : deployment.contextPath();
        String parameters =
                elements(deployment.settings(), "  <Call name=\"setInitParameter\"><Arg>%s</Arg><Arg>%s</Arg></Call>");
        String addition = deployment.hasErrorPages()
                ? EMPTY_DESCRIPTOR.replace("</web-app>", Deployment.ERROR_PAGE)
                : EMPTY_DESCRIPTOR;
        Path override = base.resolve(Deployment.fileName(deployment.contextPath()) + "-web.xml");
        Files.writeString(override, addition);
        Files.writeString(file(base, deployment.contextPath()), CONTEXT.formatted(path, WAR, override, parameters));
    }

    @Override
    void undeploy(Path base, String contextPath) throws IOException {
        Files.delete(file(base, contextPath));
    }

    private static Path file(Path base, String contextPath) {
        return base.resolve("webapps").resolve(Deployment.fileName(contextPath).replace('#', '-') + ".xml");
    }

    @Override
    String classLoader() {
        return "webapp.WebAppClassLoader"; // in a package common to all servlet versions
    }
}
