package dev.gatehouse.upstream.health;

import static dev.gatehouse.upstream.health.Services.health;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.OutboundClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import dev.gatehouse.transport.Origin;
import dev.gatehouse.transport.Probes;
import java.io.IOException;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Probes on real connections to origins of every kind. */
class HealthProbingTest {

    private static final String OK = "{\"status\":\"ok\"}";

    private final OutboundClient client =
            OutboundClient.start(host -> new InetAddress[] {InetAddress.getLoopbackAddress()});
    private final Probes probes = new Probes(
            client.transport(), client.transport().alarms(), client.transport().workers());
    private final UpstreamHealth upstreams = new UpstreamHealth(
            new HealthStores(new LocalHealthStore(), null),
            probes::ask,
            client.transport().alarms(),
            InstantSource.system());
    private final List<ScriptedOrigin> origins = new ArrayList<>();

    HealthProbingTest() throws Exception {}

    @AfterEach
    void stopAll() throws IOException {
        upstreams.close();
        client.close();
        for (ScriptedOrigin origin : origins) {
            origin.close();
        }
    }

    @Test
    void onlyTwoHundredsThatSayOkAreWell() throws Exception {
        ScriptedOrigin well = answering(200, OK);
        Map<String, ScriptedOrigin> all = Map.of(
                "well", well,
                "other body", answering(200, "{\"status\":\"starting\"}"),
                "html", answering(200, "<html>ok</html>", "Content-Type: text/html"),
                "redirect", answering(302, OK, "Location: http://" + well.authority() + "/health"),
                "nothing", answering(204, ""),
                "error", answering(500, OK),
                "unavailable", answering(503, OK),
                "too long", answering(200, OK + " ".repeat(64 * 1024)));

        assertThat(check(all, Services.OK))
                .containsEntry("well", true)
                .containsOnlyKeys(all.keySet())
                .hasSize(8)
                .satisfies(found -> assertThat(found.values()).containsOnlyOnce(true));
        assertThat(well.requests()).as("no redirect was followed").hasSize(1);
        WireMessage request = well.awaitRequest(1);
        assertThat(request.startLine()).isEqualTo("GET /base/health HTTP/1.1");
        assertThat(request.headers())
                .as("nothing but what is ours")
                .extracting(field -> field.getKey().toLowerCase(Locale.ROOT))
                .containsExactlyInAnyOrder("host", "user-agent", "accept", "accept-encoding");
    }

    @Test
    void manyWhoSayNothingDoNotKeepTheOthersFromBeingFoundWell() throws Exception {
        Map<String, ScriptedOrigin> all = new LinkedHashMap<>();
        for (int i = 0; i < 8; i++) {
            all.put("silent" + i, origin((request, connection) -> connection.hold()));
        }
        all.put("well", answering(200, OK));
        String block = "\"probe\": {\"path\": \"/health\", \"timeoutMs\": 200, \"concurrency\": 3}";

        Map<String, Boolean> found = check(all, block);

        assertThat(found).hasSize(9).containsEntry("well", true);
        assertThat(found.values()).containsOnlyOnce(true);
        for (ScriptedOrigin origin : all.values()) {
            assertThat(origin.requests()).hasSize(1);
        }
    }

    @Test
    void theScheduleNeedsNobodyToAskForIt() throws Exception {
        ScriptedOrigin origin = answering(200, OK);
        upstreams.serve(List.of(service(Map.of("a", origin), Services.OK + ", \"intervalSeconds\": 1")));

        origin.awaitRequest(3);
    }

    private Map<String, Boolean> check(Map<String, ScriptedOrigin> all, String block) throws Exception {
        upstreams.serve(List.of(service(all, block + ", \"intervalSeconds\": 0")));
        CheckReport report = upstreams.checkNow().toCompletableFuture().get(20, TimeUnit.SECONDS);
        return Objects.requireNonNull(report.services().get("s")).stream()
                .collect(Collectors.toMap(CheckReport.Entry::name, CheckReport.Entry::healthy));
    }

    private static HealthService service(Map<String, ScriptedOrigin> all, String block) {
        List<HealthOrigin> named = new ArrayList<>();
        all.forEach((name, origin) ->
                named.add(new HealthOrigin(name, Origin.of("http", "127.0.0.1", origin.port(), false), "/base")));
        return new HealthService("s", health(block), named);
    }

    private ScriptedOrigin answering(int status, String body, String... headers) throws IOException {
        return origin((request, connection) -> connection.respond(status, body, headers));
    }

    private ScriptedOrigin origin(ScriptedOrigin.Reply reply) throws IOException {
        ScriptedOrigin origin = ScriptedOrigin.replying(reply);
        origins.add(origin);
        return origin;
    }
}
