package dev.gatehouse.upstream.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.testkit.ManualClock;
import dev.gatehouse.testkit.Together;
import dev.gatehouse.transport.Origin;
import dev.gatehouse.transport.Probe;
import dev.gatehouse.transport.ProbeAnswer;
import dev.gatehouse.transport.ProbeAnswer.Failed;
import dev.gatehouse.transport.ProbeAnswer.Why;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Answers are remembered for a while, and those who miss one together ask once. */
class ProbeCacheTest {

    private static final Duration TTL = Duration.ofSeconds(30);

    private final HandProber prober = new HandProber();
    private final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
    private final ProbeCache cache = new ProbeCache(prober, clock);

    @Test
    void anAnswerHoldsForItsTimeAndNotLonger() {
        CompletionStage<ProbeAnswer> first = ask("a");
        clock.advance(Duration.ofSeconds(7)); // it took its time, and its age begins when it came
        prober.answer("a", 200);
        clock.advance(TTL.minusNanos(1));

        assertThat(ask("a")).isCompletedWithValue(first.toCompletableFuture().join());
        assertThat(prober.asked()).isEqualTo(1);
        clock.advance(Duration.ofNanos(1));
        CompletionStage<ProbeAnswer> second = ask("a");
        assertThat(second).isNotDone();
        prober.answer("a", 503);
        assertThat(second.toCompletableFuture().join())
                .isNotEqualTo(first.toCompletableFuture().join());
        assertThat(prober.asked()).isEqualTo(2);
    }

    @Test
    void aFailureIsRememberedLikeAnyAnswer() {
        ask("a");
        prober.fail("a");

        assertThat(ask("a")).isCompletedWithValue(new Failed(Why.TIMEOUT));
        assertThat(prober.asked()).isEqualTo(1);
    }

    @Test
    void eachOriginHasATimeOfItsOwn() {
        ask("a");
        prober.answer("a", 200);
        clock.advance(TTL.dividedBy(2));
        ask("b");
        prober.answer("b", 200);
        clock.advance(TTL.dividedBy(2));

        assertThat(ask("a")).isNotDone();
        assertThat(ask("b")).isDone();
    }

    @Test
    void thoseWhoAskWhileAProbeIsUnderWayShareIt() throws Exception {
        Set<CompletionStage<ProbeAnswer>> answers = ConcurrentHashMap.newKeySet();
        int asked = Together.count(8, 25, () -> {
            answers.add(ask("a"));
            return true;
        });
        clock.advance(TTL.multipliedBy(2));
        answers.add(ask("a"));

        assertThat(asked).isEqualTo(200);
        assertThat(prober.asked()).isEqualTo(1);
        prober.answer("a", 200);
        assertThat(answers).allMatch(answer -> answer.toCompletableFuture().isDone());
    }

    @Test
    void withoutATimeEveryQuestionIsAskedAnewUnlessOneIsUnderWay() {
        cache.ask(probe("a"), Duration.ZERO);
        cache.ask(probe("a"), Duration.ZERO);
        assertThat(prober.asked()).isEqualTo(1);
        prober.answer("a", 200);
        cache.ask(probe("a"), Duration.ZERO);

        assertThat(prober.asked()).isEqualTo(2);
    }

    @Test
    void theOneNotAskedForTheLongestIsForgotten() {
        for (int i = 0; i < ProbeCache.MOST; i++) {
            ask("h" + i);
            prober.answer("h" + i, 200);
        }
        ask("h0");
        ask("new");
        assertThat(cache.size()).isEqualTo(ProbeCache.MOST);

        assertThat(ask("h0")).isDone();
        assertThat(ask("h1")).isNotDone();
    }

    private CompletionStage<ProbeAnswer> ask(String host) {
        return cache.ask(probe(host), TTL);
    }

    private static Probe probe(String host) {
        return new Probe(
                Origin.of("http", host, 80, false), "/healthz", new FieldList(0), Duration.ofSeconds(10), true);
    }
}
