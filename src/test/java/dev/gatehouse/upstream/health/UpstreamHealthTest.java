package dev.gatehouse.upstream.health;

import static dev.gatehouse.upstream.health.Services.PROBE;
import static dev.gatehouse.upstream.health.Services.health;
import static dev.gatehouse.upstream.health.Services.service;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.Health;
import dev.gatehouse.testkit.HandAlarms;
import dev.gatehouse.transport.Alarms;
import dev.gatehouse.transport.Origin;
import dev.gatehouse.transport.Probe;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rounds of probes: when they are, whom they ask and in which order, and what becomes of what they find. */
class UpstreamHealthTest {

    private static final Health PROBED = health(PROBE);

    private final HandAlarms alarms = new HandAlarms();
    private final HandProber prober = new HandProber();
    private final LocalHealthStore store = new LocalHealthStore();
    private final UpstreamHealth upstreams =
            new UpstreamHealth(new HealthStores(store, null), prober, alarms, alarms.clock());

    @Test
    void aRoundBeginsAtOnceAndThenWithEachInterval() {
        upstreams.serve(List.of(service("s", PROBED, "a", "b")));
        assertThat(alarms.left()).isZero();
        assertThat(prober.asked()).as("not on the thread that loads the table").isZero();

        alarms.ring();
        assertThat(prober.hosts()).containsExactly("a", "b");
        assertThat(alarms.left()).isEqualTo(Duration.ofSeconds(60));
        prober.answerAll(200);
        alarms.clock().advance(Duration.ofSeconds(60));
        alarms.ring();

        assertThat(prober.asked()).isEqualTo(4);
        assertThat(alarms.left()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void whatARoundFindsIsKnownWhenItIsOverAndNotBefore() {
        upstreams.serve(List.of(service("s", PROBED, "a", "b")));
        alarms.ring();
        prober.answer("a", 200);
        assertThat(store.current()).isEqualTo(HealthDocument.EMPTY);
        alarms.clock().advance(Duration.ofSeconds(3));
        prober.answer("b", 500);

        assertThat(store.current())
                .isEqualTo(new HealthDocument(
                        Instant.parse("2030-01-01T00:00:03Z"), Map.of("s", Map.of("a", true, "b", false))));
    }

    @Test
    void aRoundThatTakesLongerThanTheIntervalStandsForTheNext() {
        upstreams.serve(List.of(service("s", PROBED, "a")));
        alarms.ring();
        alarms.clock().advance(Duration.ofSeconds(60));
        alarms.ring();
        assertThat(prober.asked()).isEqualTo(1);
        assertThat(alarms.left()).isEqualTo(Duration.ofSeconds(60));
        prober.fail("a");
        alarms.ring();

        assertThat(prober.asked()).isEqualTo(2);
    }

    @Test
    void theShortestIntervalOfAllHolds() {
        upstreams.serve(List.of(
                service("s", health(PROBE + ", \"intervalSeconds\": 30"), "a"),
                service("t", health(PROBE + ", \"intervalSeconds\": 10"), "b"),
                service("u", health(PROBE + ", \"intervalSeconds\": 0"), "c"),
                service("v", health("\"intervalSeconds\": 1"), "d")));
        alarms.ring();

        assertThat(alarms.left()).isEqualTo(Duration.ofSeconds(10));
        assertThat(prober.hosts()).as("one without a probe is not asked").containsExactly("a", "b", "c");
    }

    @Test
    void withoutAnIntervalOnlyWhoAsksGetsARound() {
        upstreams.serve(List.of(service("s", health(PROBE + ", \"intervalSeconds\": 0"), "a")));
        assertThat(alarms.at()).isEqualTo(Alarms.NEVER);

        CompletableFuture<CheckReport> report = upstreams.checkNow().toCompletableFuture();
        prober.answer("a", 200);

        assertThat(report.join().services())
                .isEqualTo(Map.of("s", List.of(new CheckReport.Entry("a", "a", true, true))));
        assertThat(report.join().stored()).isTrue();
        assertThat(report.join().checkedAt()).isEqualTo(alarms.clock().instant());
        assertThat(alarms.at()).isEqualTo(Alarms.NEVER);
    }

    @Test
    void whereNobodyIsProbedAStatusIsEmptyAndComesAtOnce() {
        upstreams.serve(List.of(service("s", health(""), "a")));

        CheckReport report = upstreams.checkNow().toCompletableFuture().join();

        assertThat(report).isEqualTo(new CheckReport(Map.of(), true, null));
        assertThat(store.current()).isEqualTo(HealthDocument.EMPTY);
    }

    @Test
    void thoseWhoAskDuringARoundAreGivenItsResult() {
        upstreams.serve(List.of(service("s", PROBED, "a")));
        alarms.ring();
        CompletableFuture<CheckReport> one = upstreams.checkNow().toCompletableFuture();
        CompletableFuture<CheckReport> other = upstreams.checkNow().toCompletableFuture();
        assertThat(one).isNotDone();
        prober.answer("a", 200);

        assertThat(prober.asked()).isEqualTo(1);
        assertThat(one.join()).isEqualTo(other.join());
    }

    @Test
    void manyDeadNeverHoldMorePlacesThanThereAreAndTheLivingComeFirst() {
        String[] hosts = IntStream.range(0, 20)
                .mapToObj(i -> (i < 15 ? "dead" : "well") + i)
                .toArray(String[]::new);
        upstreams.serve(List.of(service("s", PROBED, hosts)));
        alarms.ring();
        endAll(6);
        assertThat(store.current().flags("s").values())
                .filteredOn(alive -> alive)
                .hasSize(5);

        alarms.ring();
        assertThat(prober.hosts().subList(0, 5)).allMatch(host -> host.startsWith("well"));
        endAll(6);

        assertThat(prober.asked()).isEqualTo(40);
    }

    /** Ends all probes under way, and those that follow; there are {@code most} of them until the last. */
    private void endAll(int most) {
        while (!prober.hosts().isEmpty()) {
            assertThat(prober.hosts()).hasSizeLessThanOrEqualTo(most);
            String host = prober.hosts().get(prober.hosts().size() - 1);
            if (host.startsWith("dead")) {
                prober.fail(host);
            } else {
                prober.answer(host, 200);
            }
        }
    }

    @Test
    void oneBoundHoldsForAllServicesTogether() {
        upstreams.serve(List.of(
                service("s", health("\"probe\": {\"path\": \"/\", \"concurrency\": 2}"), "a", "b", "c"),
                service("t", health("\"probe\": {\"path\": \"/\", \"concurrency\": 3}"), "d", "e", "f")));
        alarms.ring();

        assertThat(prober.hosts()).containsExactly("a", "b", "c");
        prober.fail("b");
        assertThat(prober.hosts()).containsExactly("a", "c", "d");
    }

    @Test
    void aProbeGoesToThePathBehindTheBasePathAsThePolicySays() {
        Health policy = health("\"probe\": {\"path\": \"/up\", \"followRedirects\": true, \"timeoutMs\": 1500}");
        HealthOrigin origin = new HealthOrigin("a", Origin.of("https", "a.test", 8443, true), "/api");
        List<Probe> probes = new ArrayList<>();
        try (UpstreamHealth health = new UpstreamHealth(
                new HealthStores(new LocalHealthStore(), null),
                probe -> {
                    probes.add(probe);
                    return new CompletableFuture<>();
                },
                alarms,
                alarms.clock())) {
            health.serve(List.of(new HealthService("s", policy, List.of(origin))));
            var unused = health.checkNow();
        }

        assertThat(probes).singleElement().satisfies(probe -> {
            assertThat(probe.origin()).isEqualTo(origin.origin());
            assertThat(probe.path()).isEqualTo("/api/up");
            assertThat(probe.fields().size()).as("nothing of any client").isZero();
            assertThat(probe.patience()).isEqualTo(Duration.ofMillis(1_500));
            assertThat(probe.followsRedirects()).isTrue();
        });
    }

    @Test
    void aServiceThatIsThoughtDeadIsAskedByItselfAndHealed() {
        HealthService dead = service("dead", PROBED, "a", "b");
        upstreams.serve(List.of(dead, service("other", PROBED, "c")));
        HealthBoard board = upstreams.board(dead);
        board.mark("a", false);
        board.mark("b", false);

        assertThat(prefer(board, "a", "b")).containsExactly("a", "b");
        assertThat(prober.hosts()).as("nobody else is asked").containsExactly("a", "b");
        prober.answer("a", 500);
        prober.answer("b", 200);

        assertThat(board.liveness("b")).isEqualTo(Liveness.ALIVE);
        assertThat(prefer(board, "a", "b")).containsExactly("b", "a");
    }

    @Test
    void healingIsUnderWayOnceAndAgainAfterASecondAtTheEarliest() {
        HealthService dead = service("dead", PROBED, "a");
        upstreams.serve(List.of(dead));
        HealthBoard board = upstreams.board(dead);
        board.mark("a", false);
        prefer(board, "a");
        prefer(board, "a");
        assertThat(prober.asked()).isEqualTo(1);
        prober.fail("a");
        alarms.clock().advance(Duration.ofMillis(999));
        prefer(board, "a");
        assertThat(prober.asked()).isEqualTo(1);
        alarms.clock().advance(Duration.ofMillis(1));
        prefer(board, "a");

        assertThat(prober.asked()).isEqualTo(2);
    }

    @Test
    void healingDoesNotWaitForARound() {
        Health oneAtATime = health("\"probe\": {\"path\": \"/\", \"concurrency\": 1}");
        HealthService dead = service("dead", oneAtATime, "a");
        upstreams.serve(List.of(service("slow", oneAtATime, "x"), dead));
        alarms.ring();
        HealthBoard board = upstreams.board(dead);
        board.mark("a", false);
        prefer(board, "a");
        prober.answer("a", 200);

        assertThat(board.isAlive("a")).isTrue();
    }

    @Test
    void oneThatNobodyProbesIsNotHealedByProbing() {
        HealthService observed = service("observed", health(""), "a");
        upstreams.serve(List.of(observed));
        HealthBoard board = upstreams.board(observed);
        board.mark("a", false);

        assertThat(prefer(board, "a")).containsExactly("a");
        assertThat(prober.asked()).isZero();
    }

    @Test
    void aRoundLeavesAloneWhatLiveRequestsToldOfAServiceThatIsNotProbed() {
        HealthService observed = service("observed", health(""), "x");
        upstreams.serve(List.of(observed, service("s", PROBED, "a")));
        upstreams.board(observed).mark("x", false);
        alarms.ring();
        prober.answer("a", 200);

        assertThat(store.current().services())
                .isEqualTo(Map.of("observed", Map.of("x", false), "s", Map.of("a", true)));
    }

    @Test
    void theSameTableAgainChangesNothing() {
        HealthService served = service("s", PROBED, "a");
        HealthBoard board = upstreams.board(served);
        upstreams.serve(List.of(served));
        alarms.ring();
        prober.answer("a", 503);
        alarms.clock().advance(Duration.ofSeconds(20));

        HealthService again = service("s", health(PROBE), "a");
        assertThat(upstreams.board(again)).isSameAs(board);
        upstreams.serve(List.of(again));

        assertThat(alarms.left()).isEqualTo(Duration.ofSeconds(40));
        assertThat(board.isAlive("a")).isFalse();
    }

    @Test
    void aNewTableKeepsWhatIsKnownOfThoseItKeepsAndForgetsTheOthers() {
        HealthService served = service("s", PROBED, "a", "b");
        HealthService gone = service("gone", PROBED, "c");
        upstreams.serve(List.of(served, gone));
        alarms.ring();
        prober.answerAll(503);

        HealthService changed = service("s", health(PROBE + ", \"panicPercent\": 10"), "a", "new");
        HealthBoard board = upstreams.board(changed);
        upstreams.serve(List.of(changed));

        assertThat(store.current().services()).isEqualTo(Map.of("s", Map.of("a", false)));
        assertThat(board.liveness("a")).isEqualTo(Liveness.DEAD);
        assertThat(board.liveness("new")).isEqualTo(Liveness.UNKNOWN);
        assertThat(alarms.left()).as("the new one is asked at once").isZero();
    }

    @Test
    void aRoundThatANewTableOvertakesTellsNothingOfWhatIsGoneAndIsFollowedByAnother() {
        HealthService kept = service("kept", PROBED, "a");
        upstreams.serve(List.of(kept, service("gone", PROBED, "b")));
        alarms.ring();
        upstreams.serve(List.of(kept, service("new", PROBED, "c")));
        alarms.ring();
        assertThat(prober.hosts()).containsExactly("a", "b");
        prober.answerAll(200);

        assertThat(store.current().services()).isEqualTo(Map.of("kept", Map.of("a", true)));
        assertThat(alarms.left()).isZero();
        alarms.ring();
        prober.answerAll(200);
        assertThat(store.current().services()).isEqualTo(Map.of("kept", Map.of("a", true), "new", Map.of("c", true)));
    }

    @Test
    void aProberThatBreaksEndsNeitherTheRoundNorThoseAfterIt() {
        AtomicInteger calls = new AtomicInteger();
        try (UpstreamHealth broken = new UpstreamHealth(
                new HealthStores(store, null),
                probe -> {
                    calls.incrementAndGet();
                    throw new IllegalStateException("broken");
                },
                alarms,
                alarms.clock())) {
            broken.serve(List.of(service("s", PROBED, "a", "b")));

            assertThat(broken.checkNow().toCompletableFuture().join().services().get("s"))
                    .allMatch(entry -> !entry.healthy());
            assertThat(broken.checkNow().toCompletableFuture()).isCompleted();
            assertThat(calls).hasValue(4);
        }
    }

    @Test
    void twoUpstreamsOfOneNameDoNotHoldARoundUp() {
        upstreams.serve(List.of(service("s", PROBED, "a", "a")));
        alarms.ring();
        prober.answerAll(200);

        assertThat(store.current().flags("s")).isEqualTo(Map.of("a", true));
    }

    @Test
    void afterTheEndNobodyIsAskedAnyMore() {
        HealthService served = service("s", PROBED, "a");
        upstreams.serve(List.of(served));
        upstreams.close();
        assertThat(alarms.isClosed()).isTrue();
        alarms.ring();
        HealthBoard board = upstreams.board(served);
        board.mark("a", false);
        prefer(board, "a");

        assertThat(prober.asked()).isZero();
    }

    private static List<String> prefer(HealthBoard board, String... names) {
        return board.prefer(List.of(names), Function.identity());
    }
}
