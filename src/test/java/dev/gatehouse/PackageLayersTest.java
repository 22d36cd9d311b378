package dev.gatehouse;

import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps the package map true: a package imports only what its line allows. */
class PackageLayersTest {

    private static final Path BASE = Path.of("src/main/java/dev/gatehouse");
    private static final Pattern IMPORT = Pattern.compile("import (?:static )?dev\\.gatehouse\\.(\\w+)\\.");

    private static final Map<String, Set<String>> MAY_IMPORT = Map.ofEntries(
            entry("http", Set.of()),
            entry("net", Set.of()),
            entry("redis", Set.of()),
            entry("body", Set.of("http")),
            entry("config", Set.of("http", "net")),
            entry("event", Set.of("http", "net")),
            entry("transport", Set.of("http", "net", "body", "config", "event")),
            entry("route", Set.of("http", "config")),
            entry("guard", Set.of("http", "net", "config", "redis")),
            entry("cache", Set.of("http", "body", "config", "event")),
            entry("rewrite", Set.of("http", "body", "config", "event")),
            entry("upstream", Set.of("http", "net", "config", "event", "redis", "transport")),
            entry("observe", Set.of("http", "net", "config", "event")),
            entry("forward", Set.of("http", "net", "body", "config", "event", "transport", "upstream")),
            entry(
                    "gateway",
                    Set.of(
                            "http",
                            "net",
                            "body",
                            "config",
                            "event",
                            "transport",
                            "route",
                            "guard",
                            "cache",
                            "rewrite",
                            "upstream",
                            "forward")),
            entry("admin", Set.of("http", "net", "config", "event", "cache", "upstream", "observe", "gateway")));

    /** The one place where each outside library may be used, with all below it; see the table in the package pages. */
    private static final Map<String, Set<String>> LIBRARY_HOMES = Map.of(
            "jakarta.servlet", Set.of("servlet", "cli"),
            "org.eclipse.jetty.client", Set.of("transport", "servlet"),
            "com.fasterxml.jackson", Set.of("config", "cli"),
            "com.nimbusds", Set.of("guard/jwt"),
            "picocli", Set.of("cli"),
            "com.github.benmanes.caffeine", Set.of("guard/limit"),
            "redis.clients.jedis", Set.of("guard/limit", "redis", "upstream/health"),
            "com.maxmind.db", Set.of("guard/geo"));

    @Test
    void everyImportFollowsThePackageMap() throws IOException {
        Set<String> breaches = new TreeSet<>();
        for (Path file : sources()) {
            String from = BASE.relativize(file).getName(0).toString();
            if (from.equals("servlet") || from.equals("cli")) {
                continue; // the entry points may know everything
            }
            Set<String> allowed = MAY_IMPORT.get(from);
            if (allowed == null) {
                breaches.add(from + " is not on the map");
                continue;
            }
            IMPORT.matcher(Files.readString(file))
                    .results()
                    .map(found -> found.group(1))
                    .filter(to -> !to.equals(from) && !allowed.contains(to))
                    .forEach(to -> breaches.add(from + " -> " + to + " in " + file.getFileName()));
        }
        assertEquals(Set.of(), breaches);
    }

    @Test
    void everyLibraryStaysInItsPlace() throws IOException {
        Set<String> breaches = new TreeSet<>();
        for (Path file : sources()) {
            Path from = BASE.relativize(file);
            String text = Files.readString(file);
            LIBRARY_HOMES.forEach((library, homes) -> {
                if (text.contains("import " + library + ".") && homes.stream().noneMatch(from::startsWith)) {
                    breaches.add(library + " in " + from + ": " + file.getFileName());
                }
            });
        }
        assertEquals(Set.of(), breaches);
    }

    @Test
    void everyPackageHasAPage() throws IOException {
        Set<Path> without = new TreeSet<>();
        for (Path file : sources()) {
            Path folder = file.getParent();
            if (!Files.exists(folder.resolve("package-info.java"))) {
                without.add(BASE.relativize(folder));
            }
        }
        assertEquals(Set.of(), without);
    }

    private static Iterable<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(BASE)) {
            return files.filter(f -> f.toString().endsWith(".java")).toList();
        }
    }
}
