package dev.gatehouse.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Gatehouse beside its peers in one run, on one machine: CPU time per request of the proxy's own processes, requests per
 * second, p99. Only figures of one run are comparable, so the contenders take turns, round after round, and the medians
 * are shown with their ratio to nginx and to the best Java peer on the same container.
 *
 * <p>Needs Linux, {@code nginx} and {@code wrk}. All traffic stays on the loopback address. The JVM's compiler threads are
 * left out of CPU time; all else counts.
 *
 * <pre>
 *   ProxyComparison [rounds=3] [seconds=6] [warmup=20] [containers=jetty,tomcat] [proxies=gatehouse,stock,smiley] [sizes=1k,100k]
 * </pre>
 */
public final class ProxyComparison {

    private static final int CONNECTIONS = 64;

    private record Contender(String name, Process process, int port) {}

    private record Figures(double cpuMicros, double perSecond, double p99Millis) {}

    private final Map<String, String> options;
    private final Path folder;
    private final List<Process> started = new ArrayList<>();

    private ProxyComparison(Map<String, String> options) throws IOException {
        this.options = options;
        this.folder = Files.createTempDirectory("gatehouse-bench");
    }

    /** Runs the comparison. */
    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        for (String arg : args) {
            String[] pair = arg.split("=", 2);
            options.put(pair[0], pair[1]);
        }
        ProxyComparison comparison = new ProxyComparison(options);
        try {
            comparison.run();
        } finally {
            comparison.stop();
        }
    }

    private String option(String name, String otherwise) {
        return options.getOrDefault(name, otherwise);
    }

    private void run() throws Exception {
        int originPort = freePort();
        int nginxPort = freePort();
        nginx("origin", originServer(originPort));
        Process nginx = nginx("nginx", proxyServer(nginxPort, originPort));
        List<Contender> contenders = new ArrayList<>();
        contenders.add(new Contender("nginx", nginx, nginxPort));
        for (String container : option("containers", "jetty,tomcat").split(",")) {
            for (String proxy : option("proxies", "gatehouse,stock,smiley").split(",")) {
                contenders.add(java(container, proxy, originPort));
            }
        }
        for (String size : option("sizes", "1k,100k").split(",")) {
            compare(contenders, "/" + size);
        }
    }

    private void compare(List<Contender> contenders, String path) throws Exception {
        int rounds = Integer.parseInt(option("rounds", "3"));
        int seconds = Integer.parseInt(option("seconds", "6"));
        for (Contender contender : contenders) {
            measure(contender, path, Integer.parseInt(option("warmup", "20")));
        }
        Map<String, List<Figures>> all = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Contender contender : contenders) {
                all.computeIfAbsent(contender.name(), name -> new ArrayList<>())
                        .add(measure(contender, path, seconds));
            }
        }
        print(path, all);
    }

    private static void print(String path, Map<String, List<Figures>> all) {
        double nginx = median(all.get("nginx"));
        System.out.printf("%n%s, %d connections%n", path, CONNECTIONS);
        System.out.printf(
                "%-20s %12s %8s %8s %10s %8s   %s%n", "", "CPU us/req", "x nginx", "x peer", "req/s", "p99 ms", "rounds");
        all.forEach((name, figures) -> {
            String container = name.split(" ")[0];
            double peer = all.entrySet().stream()
                    .filter(other -> other.getKey().startsWith(container + " ") && !other.getKey().endsWith("gatehouse"))
                    .mapToDouble(other -> median(other.getValue()))
                    .min()
                    .orElse(nginx);
            double cpu = median(figures);
            System.out.printf(
                    Locale.ROOT,
                    "%-20s %12.1f %8.2f %8.2f %10.0f %8.1f   %s%n",
                    name,
                    cpu,
                    cpu / nginx,
                    cpu / peer,
                    middle(figures.stream().mapToDouble(Figures::perSecond).toArray()),
                    middle(figures.stream().mapToDouble(Figures::p99Millis).toArray()),
                    figures.stream()
                            .map(figure -> String.format(Locale.ROOT, "%.0f", figure.cpuMicros()))
                            .toList());
        });
    }

    private static double median(List<Figures> figures) {
        return middle(figures.stream().mapToDouble(Figures::cpuMicros).toArray());
    }

    private static double middle(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private Figures measure(Contender contender, String path, int seconds) throws Exception {
        long before = cpuTicks(contender.process());
        Process wrk = new ProcessBuilder(
                        "wrk",
                        "-t1",
                        "-c" + CONNECTIONS,
                        "-d" + seconds + "s",
                        "--latency",
                        "http://127.0.0.1:" + contender.port() + path)
                .redirectErrorStream(true)
                .start();
        started.add(wrk);
        String report = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        wrk.waitFor();
        started.remove(wrk);
        long ticks = cpuTicks(contender.process()) - before;
        return figures(contender.name(), report, ticks);
    }

    private static Figures figures(String name, String report, long ticks) {
        double requests = 0;
        double perSecond = 0;
        double p99 = 0;
        for (String line : report.lines().map(String::strip).toList()) {
            if (line.contains("requests in")) {
                requests = Double.parseDouble(line.split(" ")[0]);
            } else if (line.startsWith("Requests/sec:")) {
                perSecond = Double.parseDouble(line.substring(13).strip());
            } else if (line.startsWith("99%")) {
                p99 = millis(line.substring(3).strip());
            } else if (line.startsWith("Non-2xx") || line.startsWith("Socket errors")) {
                System.err.println(name + ": " + line);
            }
        }
        return new Figures(ticks * 10_000.0 / Math.max(1, requests), perSecond, p99);
    }

    private static double millis(String latency) {
        if (latency.endsWith("us")) {
            return Double.parseDouble(latency.substring(0, latency.length() - 2)) / 1000;
        }
        return latency.endsWith("ms")
                ? Double.parseDouble(latency.substring(0, latency.length() - 2))
                : Double.parseDouble(latency.substring(0, latency.length() - 1)) * 1000;
    }

    /** CPU time of a process and its children, in hundredths of a second, without the JVM's compilers. */
    private static long cpuTicks(Process process) throws IOException {
        long ticks = 0;
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        for (ProcessHandle handle : all) {
            try (Stream<Path> tasks = Files.list(Path.of("/proc/" + handle.pid() + "/task"))) {
                for (Path task : tasks.toList()) {
                    ticks += taskTicks(task.resolve("stat"));
                }
            }
        }
        return ticks;
    }

    private static long taskTicks(Path stat) {
        try {
            String line = Files.readString(stat);
            String name = line.substring(line.indexOf('(') + 1, line.lastIndexOf(')'));
            if (name.startsWith("C1 Comp") || name.startsWith("C2 Comp")) {
                return 0;
            }
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        } catch (IOException ended) {
            return 0;
        }
    }

    private Contender java(String container, String proxy, int originPort) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "-Xmx512m", "-XX:+UseParallelGC"));
        command.addAll(Arrays.asList(option("jvm", "").isEmpty() ? new String[0] : option("jvm", "").split(" ")));
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                FrontMain.class.getName(),
                container,
                proxy,
                "127.0.0.1:" + originPort));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("ready ")) {
                drain(out);
                return new Contender(container + " " + proxy, process, Integer.parseInt(line.substring(6)));
            }
        }
        throw new IOException(container + " " + proxy + " did not start");
    }

    private static void drain(BufferedReader out) {
        Thread thread = new Thread(() -> out.lines().forEach(line -> {}), "drain");
        thread.setDaemon(true);
        thread.start();
    }

    private Process nginx(String name, String server) throws IOException, InterruptedException {
        Path base = Files.createDirectories(folder.resolve(name));
        Path root = Files.createDirectories(base.resolve("root"));
        Files.write(root.resolve("1k"), new byte[1024]);
        Files.write(root.resolve("100k"), new byte[100 * 1024]);
        Path conf = base.resolve("nginx.conf");
        Files.writeString(
                conf,
                """
                daemon off; master_process on; worker_processes 1; pid %s/pid; error_log %s/error.log;
                %s
                events { worker_connections 4096; }
                http {
                  access_log off; keepalive_requests 1000000000; sendfile on; tcp_nopush on;
                  client_body_temp_path %s/b; proxy_temp_path %s/p; fastcgi_temp_path %s/f; uwsgi_temp_path %s/u; scgi_temp_path %s/s;
                  %s
                }
                """
                        .formatted(base, base, "user root;", base, base, base, base, base, server.replace("ROOT", root.toString())));
        Process process = new ProcessBuilder("nginx", "-c", conf.toString(), "-p", base.toString())
                .inheritIO()
                .start();
        started.add(process);
        TimeUnit.MILLISECONDS.sleep(500);
        return process;
    }

    private static String originServer(int port) {
        return "server { listen 127.0.0.1:" + port + "; root ROOT; }";
    }

    private static String proxyServer(int port, int originPort) {
        return "upstream up { server 127.0.0.1:" + originPort + "; keepalive 256; keepalive_requests 1000000000; } server { listen 127.0.0.1:" + port
                + "; location / { proxy_pass http://up; proxy_http_version 1.1; proxy_set_header Connection \"\";"
                + " proxy_set_header X-Forwarded-For $remote_addr; proxy_buffers 16 32k; proxy_buffer_size 32k; } }";
    }

    private static int freePort() throws IOException {
        try (java.net.ServerSocket socket = new java.net.ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void stop() throws IOException, InterruptedException {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            process.waitFor(10, TimeUnit.SECONDS);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
    }
}
