package dev.gatehouse.upstream.health;

import static dev.gatehouse.upstream.health.Services.health;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.FailureKind;
import dev.gatehouse.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of upstreams, how live requests change it, and what is made of it. */
class HealthBoardTest {

    private final LocalHealthStore store = new LocalHealthStore();
    private final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
    private final List<String> healed = new ArrayList<>();

    @Test
    void nothingIsKnownAtFirstAndAllAreTriedAsTheyStand() {
        HealthBoard board = board("");

        assertThat(board.liveness("a")).isEqualTo(Liveness.UNKNOWN);
        assertThat(board.isAlive("a")).isTrue();
        assertThat(prefer(board, "c", "a", "b")).containsExactly("c", "a", "b");
        assertThat(healed).isEmpty();
    }

    @Test
    void thoseAliveOrNotKnownComeFirstEachPartAsItWas() {
        HealthBoard board = board("");
        board.mark("c", false);
        board.mark("a", false);
        store.patch("s", Map.of("b", true));

        assertThat(prefer(board, "c", "d", "a", "b")).containsExactly("d", "b", "c", "a");
        assertThat(healed).as("some are alive").isEmpty();
    }

    @Test
    void whereAllAreDeadAllAreTriedAndProbedInTheBackground() {
        HealthBoard board = board("");
        board.mark("a", false);
        board.mark("b", false);

        assertThat(prefer(board, "b", "a")).containsExactly("b", "a");
        assertThat(healed).containsExactly("s");
    }

    @Test
    void whereAllAreDeadAndThePolicyRefusesNoneIsTriedAndTheyAreProbedAllTheSame() {
        HealthBoard board = board("\"allDead\": \"refuse\"");
        board.mark("a", false);
        assertThat(prefer(board, "a", "b")).containsExactly("b", "a");
        board.mark("b", false);

        assertThat(prefer(board, "a", "b")).isEmpty();
        assertThat(healed).containsExactly("s");
    }

    @ParameterizedTest
    @CsvSource({"0, 3", "25, 3", "50, 2", "51, 1", "75, 1", "76, 0", "100, 0"})
    void belowTheShareThatIsAliveHealthIsNotBelieved(int percent, int deadThatAreBelieved) {
        List<String> names = List.of("a", "b", "c", "d");
        int believed = 0;
        for (int dead = 1; dead <= 3; dead++) {
            HealthBoard board = new HealthBoard(
                    "p" + percent + dead, health("\"panicPercent\": " + percent), store, healed::add, clock);
            names.subList(0, dead).forEach(name -> board.mark(name, false));
            believed += board.prefer(names, Function.identity()).equals(names) ? 0 : 1;
        }

        assertThat(believed).isEqualTo(deadThatAreBelieved);
    }

    @Test
    void panicComesBeforeRefusing() {
        HealthBoard board = board("\"allDead\": \"refuse\", \"panicPercent\": 1");
        board.mark("a", false);

        assertThat(prefer(board, "a")).containsExactly("a");
        assertThat(healed).containsExactly("s");
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 504})
    void badGatewayUnavailableAndGatewayTimeoutMark(int status) {
        HealthBoard board = board("");
        board.answered("a", status);

        assertThat(board.liveness("a")).isEqualTo(Liveness.DEAD);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 501, 505, 599})
    void anyOtherServerErrorLeavesHealthAsItWas(int status) {
        HealthBoard board = board("");
        board.answered("unknown", status);
        board.mark("dead", false);
        board.answered("dead", status);
        store.patch("s", Map.of("alive", true));
        board.answered("alive", status);

        assertThat(board.liveness("unknown")).isEqualTo(Liveness.UNKNOWN);
        assertThat(board.liveness("dead")).isEqualTo(Liveness.DEAD);
        assertThat(board.liveness("alive")).isEqualTo(Liveness.ALIVE);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 304, 404, 499})
    void anAnswerHealsOneThatIsDeadAndSaysNothingOfOthers(int status) {
        HealthBoard board = board("");
        board.mark("dead", false);
        board.answered("dead", status);
        board.answered("unknown", status);

        assertThat(board.liveness("dead")).isEqualTo(Liveness.ALIVE);
        assertThat(board.liveness("unknown")).isEqualTo(Liveness.UNKNOWN);
    }

    @Test
    void noConnectionAndATimeoutMarkUnlessThePolicySaysOtherwise() {
        HealthBoard board = board("");
        board.failed("a", FailureKind.UNREACHABLE);
        board.failed("b", FailureKind.TIMEOUT);
        assertThat(board.isAlive("a")).isFalse();
        assertThat(board.isAlive("b")).isFalse();

        HealthBoard tolerant =
                new HealthBoard("t", health("\"markOn\": [\"unreachable\", 500]"), store, healed::add, clock);
        tolerant.failed("a", FailureKind.UNREACHABLE);
        tolerant.failed("b", FailureKind.TIMEOUT);
        tolerant.answered("c", 503);
        tolerant.answered("d", 500);
        assertThat(tolerant.isAlive("a")).isFalse();
        assertThat(tolerant.isAlive("b")).isTrue();
        assertThat(tolerant.isAlive("c")).isTrue();
        assertThat(tolerant.isAlive("d")).isFalse();
    }

    @Test
    void servicesDoNotShareNames() {
        HealthBoard one = board("");
        HealthBoard other = new HealthBoard("other", health(""), store, healed::add, clock);
        one.mark("a", false);

        assertThat(other.liveness("a")).isEqualTo(Liveness.UNKNOWN);
    }

    @Test
    void whatIsKnownAlreadyChangesNothing() {
        HealthBoard board = board("");
        board.mark("a", false);
        HealthDocument before = store.current();
        board.mark("a", false);
        board.answered("a", 503);
        board.failed("a", FailureKind.TIMEOUT);

        assertThat(store.current()).isSameAs(before);
    }

    @Test
    void oneThatComesBackBeginsWithATenthAndRisesEvenly() {
        HealthBoard board = board("\"slowStartSeconds\": 10");
        board.mark("a", false);
        board.mark("a", true);

        assertThat(board.weightFactor("a")).isEqualTo(0.1);
        clock.advance(Duration.ofSeconds(5));
        assertThat(board.weightFactor("a")).isEqualTo(0.55, Offset.offset(1e-9));
        clock.advance(Duration.ofMillis(4_999));
        assertThat(board.weightFactor("a")).isLessThan(1);
        clock.advance(Duration.ofMillis(1));
        assertThat(board.weightFactor("a")).isEqualTo(1);
        clock.advance(Duration.ofDays(1));
        assertThat(board.weightFactor("a")).isEqualTo(1);
    }

    @Test
    void oneThatWasNotDeadHasItsWholeWeight() {
        HealthBoard board = board("\"slowStartSeconds\": 10");
        store.patch("s", Map.of("a", true));

        assertThat(board.weightFactor("a")).isEqualTo(1);
        assertThat(board.weightFactor("nobody")).isEqualTo(1);
    }

    @Test
    void aReturnThatSomebodyElseFoundOutCountsFromWhenItIsSeen() {
        HealthBoard board = board("\"slowStartSeconds\": 10");
        store.patch("s", Map.of("a", false));
        assertThat(board.weightFactor("a")).isEqualTo(1);
        store.patch("s", Map.of("a", true));
        assertThat(board.weightFactor("a")).isEqualTo(0.1);
        store.patch("s", Map.of("b", false));
        clock.advance(Duration.ofSeconds(5));

        assertThat(board.weightFactor("a"))
                .as("news of another does not begin it again")
                .isEqualTo(0.55, Offset.offset(1e-9));
    }

    @Test
    void oneThatDiesAgainBeginsAgain() {
        HealthBoard board = board("\"slowStartSeconds\": 10");
        board.mark("a", false);
        board.mark("a", true);
        clock.advance(Duration.ofSeconds(9));
        board.mark("a", false);
        board.mark("a", true);

        assertThat(board.weightFactor("a")).isEqualTo(0.1);
    }

    @Test
    void withoutASlowStartWeightsAreWhole() {
        HealthBoard board = board("");
        board.mark("a", false);
        board.mark("a", true);

        assertThat(board.weightFactor("a")).isEqualTo(1);
    }

    private HealthBoard board(String fields) {
        return new HealthBoard("s", health(fields), store, healed::add, clock);
    }

    private static List<String> prefer(HealthBoard board, String... names) {
        return board.prefer(List.of(names), Function.identity());
    }
}
