package dev.gatehouse.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The WAR as its own server: {@code java -jar gatehouse.war run}. */
class StandaloneIT {

    private static final Pattern READY = Pattern.compile("gatehouse ready on http://127\\.0\\.0\\.1:(\\d+)(/\\S*)");

    @TempDir
    private Path folder = Path.of("");

    private final List<Process> started = new ArrayList<>();
    private PathOrigin origin = new PathOrigin();

    StandaloneIT() throws IOException {}

    @BeforeEach
    void startOrigin() {
        origin.reply("/all/echo", (request, connection) -> connection.respond(200, request.text()));
    }

    @AfterEach
    void stop() throws IOException {
        started.forEach(Process::destroyForcibly);
        origin.close();
    }

    @Test
    void itServesARouteTableAtItsMountUntilItIsTold() throws Exception {
        Process process = run("--context", "/apps/front");
        Matcher ready = awaitReady(process);
        assertThat(ready.group(2)).isEqualTo("/apps/front/");
        String body = "x".repeat(200_000);
        try (RawClient client = RawClient.to(Integer.parseInt(ready.group(1)))) {
            client.send("POST /apps/front/all/echo HTTP/1.1\r\nHost: s\r\nContent-Length: " + body.length() + "\r\n\r\n"
                    + body);
            assertThat(client.response().text()).isEqualTo(body);
            assertThat(client.get("/elsewhere", "s").response().status()).isEqualTo(404);
        }
        process.destroy(); // SIGTERM
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as("ended by a signal, in order").isIn(0, 143);
    }

    @Test
    void requestsUnderWayHaveAGracePeriodWhenItIsTold() throws Exception {
        AtomicBoolean told = new AtomicBoolean();
        origin.reply("/all/slow", (request, connection) -> {
            connection.chunkedHead().sendChunk("begun");
            Awaitility.await().untilTrue(told);
            Awaitility.await().pollDelay(Duration.ofMillis(500)).until(() -> true);
            connection.sendChunk("done").sendChunk("");
        });
        Process process = run();
        int port = Integer.parseInt(awaitReady(process).group(1));
        try (RawClient client = RawClient.to(port)) {
            String head = client.get("/all/slow", "s").responseHead();
            assertThat(client.chunk()).isEqualTo("begun");
            process.destroy();
            told.set(true);
            WireMessage rest = client.rest(head);
            assertThat(rest.text()).isEqualTo("done");
            assertThat(rest.ending()).isEqualTo(WireMessage.Ending.CLEAN);
        }
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aStreamWithoutEndIsBrokenOffAfterTheGracePeriod() throws Exception {
        origin.reply("/all/endless", (request, connection) -> {
            connection.chunkedHead().sendChunk("begun").hold();
        });
        Process process = run();
        int port = Integer.parseInt(awaitReady(process).group(1));
        try (RawClient client = RawClient.to(port)) {
            String head = client.get("/all/endless", "s").responseHead();
            assertThat(client.chunk()).isEqualTo("begun");
            process.destroy();
            assertThat(client.rest(head).ending()).isEqualTo(WireMessage.Ending.BROKEN_OFF);
        }
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private Process run(String... more) throws IOException {
        Path table = Files.writeString(
                folder.resolve("routes.json"), "{\"routes\": [" + Deployed.route("/all", origin.authority()) + "]}");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dgatehouse.gracePeriodSeconds=2",
                "-jar",
                Distribution.WAR.toString(),
                "run",
                "--config",
                table.toString(),
                "--port",
                "0"));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(console().toFile())
                .start();
        started.add(process);
        return process;
    }

    private Path console() {
        return folder.resolve("console.log");
    }

    private Matcher awaitReady(Process process) {
        Matcher[] found = new Matcher[1];
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
            found[0] = READY.matcher(Files.readString(console()));
            return found[0].find() || !process.isAlive();
        });
        assertThat(process.isAlive()).isTrue();
        return found[0];
    }
}
