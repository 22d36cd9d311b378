package dev.gatehouse.bench;

import dev.gatehouse.bench.Arena.Contender;
import dev.gatehouse.bench.Arena.Figures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Gatehouse beside its peers in one run, on one machine: CPU time per request of the proxy's own processes, requests per
 * second, p99. Only figures of one run are comparable, so the contenders take turns, round after round, and the medians
 * are shown with their ratio to nginx and to the best Java peer on the same container.
 *
 * <p>Needs Linux, {@code nginx} and {@code wrk}.
 *
 * <pre>
 *   ProxyComparison [rounds=3] [seconds=6] [warmup=20] [containers=jetty,tomcat] [proxies=gatehouse,stock,smiley] [sizes=1k,100k]
 * </pre>
 */
public final class ProxyComparison {

    private static final int CONNECTIONS = 64;

    private ProxyComparison() {}

    /** Runs the comparison. */
    public static void main(String[] args) throws Exception {
        try (Arena arena = new Arena(args)) {
            run(arena);
        }
    }

    private static void run(Arena arena) throws Exception {
        Path root = arena.folder("root");
        Files.write(root.resolve("1k"), new byte[1024]);
        Files.write(root.resolve("100k"), new byte[100 * 1024]);
        int originPort = Arena.freePort();
        arena.origin(originPort, root);
        List<Contender> contenders = new ArrayList<>();
        contenders.add(arena.nginxProxy("nginx", originPort, ""));
        for (String container : arena.list("containers", "jetty,tomcat")) {
            for (String proxy : arena.list("proxies", "gatehouse,stock,smiley")) {
                contenders.add(arena.front(container + " " + proxy, container, proxy, "127.0.0.1:" + originPort));
            }
        }
        for (String size : arena.list("sizes", "1k,100k")) {
            String path = "/" + size;
            for (Contender contender : contenders) {
                arena.measure(contender, path, CONNECTIONS, arena.number("warmup", 20));
            }
            print(
                    path,
                    arena.rounds(
                            contenders, path, CONNECTIONS, arena.number("rounds", 3), arena.number("seconds", 6)));
        }
    }

    private static void print(String path, Map<String, List<Figures>> all) {
        double nginx = Arena.medianCpuMicros(all.get("nginx"));
        System.out.printf("%n%s, %d connections%n", path, CONNECTIONS);
        System.out.printf(
                "%-20s %12s %8s %8s %10s %8s   %s%n", "", "CPU us/req", "x nginx", "x peer", "req/s", "p99 ms", "rounds");
        all.forEach((name, figures) -> {
            String container = name.substring(0, Math.max(0, name.indexOf(' ')));
            double peer = all.entrySet().stream()
                    .filter(other -> other.getKey().startsWith(container + " ") && !other.getKey().endsWith("gatehouse"))
                    .mapToDouble(other -> Arena.medianCpuMicros(other.getValue()))
                    .min()
                    .orElse(nginx);
            double cpu = Arena.medianCpuMicros(figures);
            System.out.printf(
                    Locale.ROOT,
                    "%-20s %12.1f %8.2f %8.2f %10.0f %8.1f   %s%n",
                    name,
                    cpu,
                    cpu / nginx,
                    cpu / peer,
                    Arena.middle(
                            figures.stream().mapToDouble(Figures::perSecond).toArray()),
                    Arena.middle(
                            figures.stream().mapToDouble(Figures::p99Millis).toArray()),
                    figures.stream()
                            .map(figure -> String.format(Locale.ROOT, "%.0f", figure.cpuMicros()))
                            .toList());
        });
    }
}
