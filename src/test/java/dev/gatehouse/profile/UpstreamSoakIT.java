package dev.gatehouse.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.WireMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Three profiles under sixteen clients, while their origins reset, hang, answer with errors, break off in mid-body, die and
 * come back. For every request there is an origin that is well from its beginning to its end, so that each one is saved that
 * the policy of its profile saves; bodies carry check sums both ways. When the load is over, nothing of it is left.
 *
 * <p>What was counted goes to standard output. It takes 20 seconds, and two minutes with {@code mvn test -Dtest=UpstreamSoakIT -Dsoak.seconds=120}.
 */
class UpstreamSoakIT extends KisumFlow {

    private static final long SECONDS = Long.getLong("soak.seconds", 20);
    private static final String PATIENCE_MS = "5000";

    private final SoakClient.Score score = new SoakClient.Score();
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger deaths = new AtomicInteger();
    private final AtomicInteger failovers = new AtomicInteger();
    private final Queue<ProxyEvent> told = new ConcurrentLinkedQueue<>();

    private static final SoakClient.Policy KISUM = new SoakClient.Policy() {
        @Override
        public String line(SoakRequest request) {
            return List.of("GET", "POST", "PUT", "DELETE").get(request.number() / 2 % 4) + " /ai/x?n="
                    + request.number();
        }

        @Override
        public int mostBytes() {
            return 256 * 1024;
        }

        @Override
        public boolean allows(SoakRequest request, String method, WireMessage answer) {
            return answer.status() == 500 && !method.equals("GET") && answer.header("X-Soak") != null;
        }
    };

    private static final SoakClient.Policy WEAVE = new SoakClient.Policy() {
        @Override
        public String line(SoakRequest request) {
            return List.of("GET /api/config", "PUT /api/config", "POST /webhook/tg")
                    .get(request.number() / 2 % 3);
        }

        @Override
        public int mostBytes() {
            return 256 * 1024;
        }

        @Override
        public boolean allows(SoakRequest request, String method, WireMessage answer) {
            return false;
        }
    };

    private static final SoakClient.Policy JOUSKA = new SoakClient.Policy() {
        @Override
        public String line(SoakRequest request) {
            return List.of("GET", "POST").get(request.number() / 2 % 2) + " /x?n=" + request.number();
        }

        @Override
        public int mostBytes() {
            return 8 * 1024;
        }

        @Override
        public boolean mayLeave() {
            return false; // or a seat may be taken still when the next request comes
        }

        @Override
        public boolean allows(SoakRequest request, String method, WireMessage answer) {
            boolean isTheirs = answer.header("X-Soak") != null;
            return answer.status() >= 500
                    && (isTheirs || method.equals("POST") && answer.text().contains("upstream_"));
        }
    };

    private static List<ChaoticOrigin> three(@Nullable SSLContext keys) throws Exception {
        List<ChaoticOrigin> origins = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            origins.add(new ChaoticOrigin(i, keys));
        }
        return origins;
    }

    private Front kisum(List<ChaoticOrigin> origins) throws Exception {
        List<String> entries = new ArrayList<>();
        origins.forEach(origin -> entries.add(
                "{\"name\": \"" + origin.authority() + "\", \"baseUrl\": \"http://" + origin.authority() + "\"}"));
        return front(
                Front.Kind.JETTY,
                "kisum",
                Math::random,
                Map.of(
                        "SERVICES",
                        "{\"ai\": [" + String.join(",", entries) + "]}",
                        "LB_ATTEMPT_TIMEOUT_MS",
                        PATIENCE_MS,
                        "LB_HEALTH_INTERVAL_SECONDS",
                        "1",
                        "gracePeriodSeconds",
                        "60"));
    }

    private Front weave(List<ChaoticOrigin> origins) throws Exception {
        List<String> urls = origins.stream()
                .map(origin -> "\"https://" + origin.authority() + "\"")
                .toList();
        return front(
                Front.Kind.TOMCAT,
                "messageweave",
                Math::random,
                Map.of(
                        "BACKEND_ORIGINS_JSON", "[" + String.join(",", urls) + "]",
                        "LB_REQUEST_TIMEOUT_MS", PATIENCE_MS,
                        "LB_MAX_ATTEMPTS", "3",
                        "accessLog", "none",
                        "gracePeriodSeconds", "60"));
    }

    /** Four requests may be under way, as many as there are clients: a seat that is not given back is missed at once. */
    private Front jouska(List<ChaoticOrigin> origins, ChaoticOrigin mirror) throws Exception {
        List<String> upstreams =
                origins.stream().map(origin -> "\"" + origin.authority() + "\"").toList();
        return front(
                Front.Kind.JETTY,
                "jouska",
                Math::random,
                Map.of(
                        "config",
                        "{\"routes\": [{\"match\": {\"path\": \"/\"}, \"upstreams\": [" + String.join(",", upstreams)
                                + "], \"scheme\": \"http\", \"allowPrivateUpstream\": true, \"timeoutMs\": "
                                + PATIENCE_MS
                                + ", \"outlier\": {\"consecutiveFailures\": 10}, \"limits\": {\"maxInFlight\": 4},"
                                + " \"mirror\": {\"upstream\": \"" + mirror.authority()
                                + "\", \"includeBody\": true}}]}",
                        "gracePeriodSeconds",
                        "60"));
    }

    @Test
    void noByteIsWrongNoRequestIsLostThatIsToBeSavedAndNothingIsLeft() throws Exception {
        List<ChaoticOrigin> plain = three(null);
        List<ChaoticOrigin> safe = three(keys().server());
        ChaoticOrigin mirror = new ChaoticOrigin(3, null);
        List<ChaoticOrigin> all = new ArrayList<>(plain);
        all.addAll(safe);
        all.add(mirror);
        Front kisum = kisum(plain);
        Front weave = weave(safe);
        Front jouska = jouska(plain, mirror);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        BooleanSupplier goesOn = () -> System.nanoTime() - end < 0;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            threads.add(started(new SoakClient(kisum.port(), API, KISUM, numbers, goesOn, score)));
            threads.add(started(new SoakClient(weave.port(), API, WEAVE, numbers, goesOn, score)));
        }
        for (int i = 0; i < 4; i++) {
            threads.add(started(new SoakClient(jouska.port(), API, JOUSKA, numbers, goesOn, score)));
        }
        killNowAndThen(List.of(plain.get(ChaoticOrigin.MORTAL), safe.get(ChaoticOrigin.MORTAL), mirror), goesOn);
        for (Thread thread : threads) {
            thread.join(60_000);
            assertThat(thread.isAlive()).isFalse();
        }
        assertThat(score.wrong).isEmpty();
        all.forEach(origin -> assertThat(origin.wrong()).isEmpty());
        for (ChaoticOrigin origin : all) {
            await(() -> origin.busy() == 0, "all requests to be over at " + origin.authority());
        }
        allIsTold();
        System.out.println("soak of " + SECONDS + " s: " + score + "; " + failovers + " went to another origin, "
                + deaths + " deaths of origins");
        for (Front front : List.of(kisum, weave, jouska)) {
            long before = System.nanoTime();
            front.close(); // would wait a minute for an exchange that is live
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
        }
        for (ChaoticOrigin origin : all) {
            origin.now().awaitOpenConnections(0);
            origin.close();
        }
    }

    private static Thread started(Runnable load) {
        Thread thread = new Thread(load, "soak-client");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void killNowAndThen(List<ChaoticOrigin> mortals, BooleanSupplier goesOn) throws Exception {
        Random dice = new Random(7);
        while (goesOn.getAsBoolean() && score.wrong.isEmpty()) {
            ChaoticOrigin mortal = mortals.get(dice.nextInt(mortals.size()));
            TimeUnit.MILLISECONDS.sleep(100 + dice.nextInt(500));
            mortal.die();
            deaths.incrementAndGet();
            TimeUnit.MILLISECONDS.sleep(100 + dice.nextInt(500));
            mortal.comeBack();
        }
    }

    /** Every request has been told of once, and how its stream and its copy ended; none is told of that was not sent. */
    private void allIsTold() throws Exception {
        events.drainTo(told);
        int most = score.sent.get();
        await(
                () -> {
                    events.drainTo(told);
                    return told.size() >= most - score.left.get();
                },
                "all requests to be told of");
        assertThat(told.size()).isLessThanOrEqualTo(most);
        for (ProxyEvent event : told) {
            if (event.attempts() > 1) {
                failovers.incrementAndGet();
            }
            if (event.stream() != null) {
                Objects.requireNonNull(event.stream()).toCompletableFuture().get(10, TimeUnit.SECONDS);
            }
            if (event.mirror() != null) {
                Objects.requireNonNull(event.mirror()).toCompletableFuture().get(10, TimeUnit.SECONDS);
            }
        }
    }
}
