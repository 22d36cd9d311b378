package dev.gatehouse.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Where proxies meet: starts each contender in processes of its own, loads one at a time with {@code wrk}, and notes the
 * CPU time of its processes. The JVM's compiler threads are left out; all else counts. All traffic stays on the loopback
 * address, and all that was started ends with {@link #close}.
 *
 * <p>Threads: confined to the main thread.
 */
final class Arena implements AutoCloseable {

    /**
     * One proxy.
     *
     * @param process the first of its processes
     */
    record Contender(String name, Process process, int port) {}

    /**
     * What one load has shown.
     *
     * @param cpuMicros CPU time for each request
     */
    record Figures(double cpuMicros, double perSecond, double p99Millis) {}

    private final Map<String, String> options = new LinkedHashMap<>();
    private final Path folder;
    private final List<Process> started = new ArrayList<>();

    /** An arena with options of the form {@code name=value}. */
    Arena(String[] args) throws IOException {
        for (String arg : args) {
            String[] pair = arg.split("=", 2);
            options.put(pair[0], pair[1]);
        }
        this.folder = Files.createTempDirectory("gatehouse-bench");
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end"));
    }

    String option(String name, String otherwise) {
        return options.getOrDefault(name, otherwise);
    }

    int number(String name, int otherwise) {
        return Integer.parseInt(option(name, Integer.toString(otherwise)));
    }

    List<String> list(String name, String otherwise) {
        return List.of(option(name, otherwise).split(",", -1));
    }

    /** A folder of that name, which is removed at the end. */
    Path folder(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name.replace(' ', '-')));
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    // ---- contenders

    /** An nginx with one worker and {@code servers} as the last part of its settings. */
    Process nginx(String name, String servers) throws IOException, InterruptedException {
        Path base = folder(name);
        Path conf = base.resolve("nginx.conf");
        Files.writeString(
                conf,
                """
                daemon off; master_process on; worker_processes 1; pid BASE/pid; error_log BASE/error.log; user root;
                events { worker_connections 4096; }
                http {
                  access_log off; keepalive_requests 1000000000; sendfile on; tcp_nopush on;
                  types { text/html html; } default_type application/octet-stream;
                  client_body_temp_path BASE/b; proxy_temp_path BASE/p; fastcgi_temp_path BASE/f;
                  uwsgi_temp_path BASE/u; scgi_temp_path BASE/s;
                  SERVERS
                }
                """
                        .replace("SERVERS", servers)
                        .replace("BASE", base.toString()));
        return start("nginx", "-c", conf.toString(), "-p", base.toString());
    }

    /** An nginx that serves the files of {@code root}. */
    void origin(int port, Path root) throws IOException, InterruptedException {
        nginx("origin", "server { listen 127.0.0.1:" + port + "; root " + root + "; }");
    }

    /** An nginx that passes everything on, with {@code rewriting} as additional directives. */
    Contender nginxProxy(String name, int originPort, String rewriting) throws IOException, InterruptedException {
        int port = freePort();
        String servers = "upstream up { server 127.0.0.1:" + originPort + "; keepalive 256; keepalive_requests 1000000000; }"
                + " server { listen 127.0.0.1:" + port
                + "; location / { proxy_pass http://up; proxy_http_version 1.1; proxy_set_header Connection \"\";"
                + " proxy_set_header X-Forwarded-For $remote_addr; proxy_buffers 16 32k; proxy_buffer_size 32k; "
                + rewriting.replace("PORT", Integer.toString(port)) + " } }";
        return new Contender(name, nginx(name, servers), port);
    }

    Process start(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        started.add(process);
        TimeUnit.MILLISECONDS.sleep(500);
        return process;
    }

    /** A {@link FrontMain} with {@code arguments}. */
    Contender front(String name, String... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "-Xmx512m", "-XX:+UseParallelGC"));
        String more = option("jvm", "");
        command.addAll(more.isEmpty() ? List.of() : List.of(more.split(" ", -1)));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), FrontMain.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("ready ")) {
                drain(out);
                return new Contender(name, process, Integer.parseInt(line.substring(6)));
            }
        }
        throw new IOException(name + " did not start");
    }

    private static void drain(BufferedReader out) {
        Thread thread = new Thread(() -> out.lines().forEach(line -> {}), "drain");
        thread.setDaemon(true);
        thread.start();
    }

    // ---- measuring

    /** The contenders take turns for as many rounds; the figures of each, by name. */
    Map<String, List<Figures>> rounds(List<Contender> contenders, String path, int connections, int rounds, int seconds)
            throws IOException, InterruptedException {
        Map<String, List<Figures>> all = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Contender contender : contenders) {
                all.computeIfAbsent(contender.name(), name -> new ArrayList<>())
                        .add(measure(contender, path, connections, seconds));
            }
        }
        return all;
    }

    Figures measure(Contender contender, String path, int connections, int seconds)
            throws IOException, InterruptedException {
        long before = cpuTicks(contender.process());
        Process wrk = new ProcessBuilder(
                        "wrk",
                        "-t1",
                        "-c" + connections,
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
                requests = Double.parseDouble(line.substring(0, line.indexOf(' ')));
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
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
            return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        } catch (IOException ended) {
            return 0;
        }
    }

    static double medianCpuMicros(List<Figures> figures) {
        return middle(figures.stream().mapToDouble(Figures::cpuMicros).toArray());
    }

    static double middle(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    // ---- the end

    @Override
    public void close() throws IOException {
        end();
        for (Process process : started) {
            process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
    }

    private void end() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }
}
