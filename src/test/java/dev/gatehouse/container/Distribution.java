package dev.gatehouse.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How one container is laid out on disk and started. Its own folder is left as it was unpacked; all that changes is
 * written below a base folder.
 */
abstract class Distribution {

    /** Enough for both containers' acceptors and selectors, and few enough to run out of if a request held one. */
    static final int MAX_THREADS = 10;

    /** What the container's own timeouts are set to, in place of 20 or 30 s: none of them may cut an exchange. */
    static final Duration IMPATIENCE = Duration.ofSeconds(2);

    /** The WAR under test. */
    static final Path WAR =
            Path.of(System.getProperty("gatehouse.war", "target/gatehouse.war")).toAbsolutePath();

    private static final Path CONTAINERS = Path.of(System.getProperty("containers.dir", "target/containers"));

    private final String prefix;

    /** A distribution whose unpacked folder begins with {@code prefix}. */
    Distribution(String prefix) {
        this.prefix = prefix;
    }

    /** Lays out {@code base} for a container that listens on {@code port} of the loopback address only. */
    abstract void prepare(Path base, int port) throws IOException;

    /** The arguments for {@code java}, after those for the JVM itself. */
    abstract List<String> arguments(Path base, int port);

    /** Puts the WAR where the container finds it; a running one does so by itself, soon. */
    abstract void deploy(Path base, Deployment deployment) throws IOException;

    /** Takes a deployment away; a running container stops it by itself, soon. */
    abstract void undeploy(Path base, String contextPath) throws IOException;

    /** How the name of the class ends that the container makes one instance of for each deployment, to load its classes. */
    abstract String classLoader();

    /** Where the distribution was unpacked. */
    final Path home() {
        try (Stream<Path> folders = Files.list(CONTAINERS.toAbsolutePath())) {
            return folders.filter(folder -> folder.getFileName().toString().startsWith(prefix))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no " + prefix + " in " + CONTAINERS));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** One element for each setting; {@code element} has its name and its value to be filled in. */
    static String elements(Map<String, String> settings, String element) {
        return settings.entrySet().stream()
                .map(setting -> element.formatted(escaped(setting.getKey()), escaped(setting.getValue())))
                .collect(Collectors.joining("\n"));
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
