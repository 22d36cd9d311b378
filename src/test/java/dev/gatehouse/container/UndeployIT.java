package dev.gatehouse.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.LocalRedis;
import dev.gatehouse.testkit.MmdbWriter;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A deployment that goes away takes everything with it and leaves its neighbour alone. One story in three parts. */
@ParameterizedClass
@MethodSource("dev.gatehouse.container.Kind#all")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class UndeployIT {

    @RegisterExtension
    static final Deployed FRONT = new Deployed();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    private static @Nullable PathOrigin origin;
    private static @Nullable LocalRedis redis;

    UndeployIT(Kind kind) {}

    @BeforeParameterizedClassInvocation
    static void start(Kind kind) throws IOException {
        PathOrigin started = new PathOrigin();
        origin = started;
        FRONT.startWith(
                kind,
                settings(),
                Deployed.route("/all", started.authority()),
                Deployed.route(
                        "/guarded",
                        started.authority(),
                        "'rateLimit': {'binding': 'api'}",
                        "'allowCountries': ['DE']",
                        "'access': {'jwt': {'issuer': 'i', 'jwksUrl': 'https://127.0.0.1:1/', 'audience': 'a'}}"));
        for (Mount mount : Mount.values()) {
            started.reply("/all/used", (request, connection) -> connection.respond(200, "ok"));
            assertThat(get(mount, "/all/used").text()).isEqualTo("ok");
            assertThat(get(mount, "/guarded/used").status()).isEqualTo(401); // in Germany, and counted; but no token
        }
    }

    /** Everything that has threads, connections and files of its own. */
    private static Map<String, String> settings() throws IOException {
        LocalRedis started = LocalRedis.start();
        redis = started;
        Files.writeString(folder.resolve("REDIS_URL"), started.url());
        Path countries = Files.write(
                folder.resolve("countries.mmdb"),
                new MmdbWriter(6).country("127.0.0.0/8", "DE").bytes());
        return Map.of(
                "limiters",
                "api=1000/60s",
                "redis",
                "REDIS_URL",
                "secretsDir",
                folder.toString(),
                "geoDatabase",
                countries.toString());
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        FRONT.stop();
        origin().close();
        LocalRedis running = redis;
        if (running != null) {
            running.close();
        }
    }

    @Test
    @Order(1)
    void aStreamGoesOnForTheGracePeriodAndIsThenSeenAsBroken() throws Exception {
        AtomicBoolean left = new AtomicBoolean();
        origin().reply("/all/endless", (request, connection) -> {
            connection.chunkedHead();
            while (!left.get()) {
                connection.sendChunk("more");
                if (connection.isClosedByPeer(Duration.ofMillis(50))) {
                    left.set(true);
                }
            }
        });
        try (RawClient client = RawClient.to(FRONT.port())) {
            String head = client.get(Mount.DEEPER.path() + "/all/endless", "site.test")
                    .responseHead();
            assertThat(client.chunk()).startsWith("more");
            FRONT.container().undeploy(Mount.DEEPER.path());
            WireMessage rest = client.rest(head);
            assertThat(rest.text()).hasSizeGreaterThan("more".length() * 10);
            assertThat(rest.ending()).isEqualTo(WireMessage.Ending.BROKEN_OFF);
        }
        within(5).untilTrue(left);
    }

    @Test
    @Order(2)
    void nothingOfAnUndeployedApplicationStays() throws Exception {
        RunningContainer container = FRONT.container();
        within(10).until(() -> get(Mount.DEEPER, "/all/used").status() == 404); // now of the one at the root
        within(20).untilAsserted(() -> {
            assertThat(gatewayClasses(container)).as("class loaders of ours").isEqualTo(1);
            assertThat(container.jcmd("VM.classloader_stats").lines())
                    .filteredOn(line -> line.endsWith(container.classLoader()))
                    .as("class loaders of applications")
                    .hasSize(1);
        });
        assertThat(container.console())
                .doesNotContain("memory leak")
                .doesNotContain("appears to have started a thread")
                .doesNotContain("failed to remove it")
                .doesNotContain("did not stop in time");
        assertThat(get(Mount.ROOT, "/all/used").text()).as("the neighbour").isEqualTo("ok");
    }

    @Test
    @Order(3)
    void noThreadOfOursOutlivesTheLastApplication() throws Exception {
        RunningContainer container = FRONT.container();
        assertThat(container.jcmd("Thread.print")).contains("\"gatehouse");
        container.undeploy(Mount.ROOT.path());
        within(10).until(() -> !container.answers(Mount.ROOT.path()));
        within(10)
                .untilAsserted(() -> assertThat(container.jcmd("Thread.print")).doesNotContain("\"gatehouse"));
        within(20).untilAsserted(() -> assertThat(gatewayClasses(container)).isZero());
        assertThat(container.console()).doesNotContain("memory leak");
    }

    @Test
    @Order(4)
    void aDeploymentThatComesBackServesAgain() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        origin().reply("/all/again", (request, connection) -> {
            asked.countDown();
            connection.respond(200, "again");
        });
        FRONT.container()
                .deploy(new Deployment(
                        Mount.DEEPER.path(),
                        Map.of("config", "{\"routes\": [" + Deployed.route("/all", origin().authority()) + "]}"),
                        false));
        assertThat(get(Mount.DEEPER, "/all/again").text()).isEqualTo("again");
    }

    /** How often the gateway's class is alive: once for each deployment. */
    private static long gatewayClasses(RunningContainer container) throws IOException, InterruptedException {
        return container
                .jcmd("GC.class_histogram") // collects garbage first
                .lines()
                .filter(line -> line.endsWith(" dev.gatehouse.gateway.Gateway"))
                .count();
    }

    private static ConditionFactory within(int seconds) {
        return Awaitility.await().atMost(Duration.ofSeconds(seconds)).pollInterval(Duration.ofMillis(200));
    }

    private static WireMessage get(Mount mount, String path) throws IOException {
        try (RawClient client = RawClient.to(FRONT.port())) {
            return client.get(mount.path() + path, "site.test").response();
        }
    }

    private static PathOrigin origin() {
        PathOrigin started = origin;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        return started;
    }
}
