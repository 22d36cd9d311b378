package dev.gatehouse.container;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A container in a process of its own, with the WAR deployed as often as wanted. What it prints is kept below
 * {@code target/containers}.
 */
final class RunningContainer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Path BASES = Path.of("target/container-bases");

    private final Distribution distribution;
    private final Path base;
    private final int port;
    private final Process process;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    private RunningContainer(Distribution distribution, Path base, int port, Process process) {
        this.distribution = distribution;
        this.base = base;
        this.port = port;
        this.process = process;
    }

    /** Starts a container and waits until every deployment answers. */
    static RunningContainer start(Kind kind, Deployment... deployments) throws IOException {
        Distribution distribution = kind.distribution();
        Files.createDirectories(BASES);
        Path base = Files.createTempDirectory(BASES, kind.name().toLowerCase(Locale.ROOT) + "-")
                .toAbsolutePath();
        int port = freePort();
        distribution.prepare(base, port);
        for (Deployment deployment : deployments) {
            distribution.deploy(base, deployment);
        }
        RunningContainer container = new RunningContainer(distribution, base, port, launch(distribution, base, port));
        try {
            for (Deployment deployment : deployments) {
                container.awaitAnswers(deployment);
            }
        } catch (ConditionTimeoutException | IllegalStateException failure) {
            container.close();
            throw new IllegalStateException(kind + " did not start:\n" + container.console(), failure);
        }
        return container;
    }

    private static Process launch(Distribution distribution, Path base, int port) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx160m",
                "-XX:SoftRefLRUPolicyMSPerMB=0", // what is only softly reachable shall not look like a leak
                "-XX:TieredStopAtLevel=1"));
        command.addAll(distribution.arguments(base, port));
        return new ProcessBuilder(command)
                .directory(base.toFile())
                .redirectErrorStream(true)
                .redirectOutput(base.resolve("console.log").toFile())
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    /** Adds a deployment while the container runs, and waits until it answers. */
    void deploy(Deployment deployment) throws IOException {
        distribution.deploy(base, deployment);
        awaitAnswers(deployment);
    }

    /** Begins to take a deployment away while the container runs. */
    void undeploy(String contextPath) throws IOException {
        distribution.undeploy(base, contextPath);
    }

    /** Waits until the WAR answers where it is deployed. */
    private void awaitAnswers(Deployment deployment) {
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
            if (!process.isAlive()) {
                throw new IllegalStateException("the process has ended");
            }
            return deployment.unclaimed() == 404
                    ? answers(deployment.contextPath())
                    : statusOf(deployment.contextPath()) == deployment.unclaimed();
        });
    }

    /** Whether it is us who answer below {@code contextPath}: no route claims the path that is asked for. */
    boolean answers(String contextPath) {
        HttpResponse<String> answer = unclaimed(contextPath);
        return answer != null && answer.body().startsWith("{\"error\":\"not_found\"");
    }

    /** The status of the answer below {@code contextPath} to a request that no route claims; 0 where none comes. */
    private int statusOf(String contextPath) {
        HttpResponse<String> answer = unclaimed(contextPath);
        return answer == null ? 0 : answer.statusCode();
    }

    private @Nullable HttpResponse<String> unclaimed(String contextPath) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + contextPath + "/no-route-claims-this"))
                .timeout(PATIENCE)
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException notYet) {
            return null;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** All that the container has printed. */
    String console() {
        try {
            return Files.readString(base.resolve("console.log"));
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    /** Asks the container's JVM, such as {@code jcmd("Thread.print")}. */
    String jcmd(String... command) throws IOException, InterruptedException {
        List<String> whole = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(process.pid())));
        whole.addAll(Arrays.asList(command));
        Process asking = new ProcessBuilder(whole).redirectErrorStream(true).start();
        String answer = new String(asking.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (asking.waitFor() != 0) {
            throw new IOException(answer);
        }
        return answer;
    }

    /** The class that loads a deployment's classes in this container. */
    String classLoader() {
        return distribution.classLoader();
    }

    /** The container's process, to be stopped from outside. */
    Process process() {
        return process;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException stopped) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
