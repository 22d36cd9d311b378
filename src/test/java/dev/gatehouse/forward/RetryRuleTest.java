package dev.gatehouse.forward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.forward.RetryRule.Decision;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a failed attempt is followed by another. */
class RetryRuleTest {

    private static final long PLENTY = Duration.ofMinutes(5).toNanos();

    private final RetryRule rule = new RetryRule(3, Duration.ofMillis(100));

    @ParameterizedTest
    @CsvSource({"1, 100", "2, 200", "3, 400"})
    void thePauseDoublesWithEachRetry(int number, long millis) {
        assertThat(rule.decide(number, Failure.UNREACHABLE, true, PLENTY))
                .isEqualTo(new Decision.Again(Duration.ofMillis(millis).toNanos()));
    }

    @Test
    void attemptsAreSpentAfterTheLastRetry() {
        assertThat(rule.decide(4, Failure.TIMEOUT, true, PLENTY)).isEqualTo(new Decision.Stop("attempts-spent"));
    }

    @Test
    void withoutRetriesThereIsOneAttempt() {
        RetryRule none = new RetryRule(0, Duration.ZERO);
        assertThat(none.decide(1, Failure.UNREACHABLE, true, PLENTY)).isEqualTo(new Decision.Stop("attempts-spent"));
    }

    @Test
    void aRequestThatCannotBeSentAgainIsNot() {
        assertThat(rule.decide(1, Failure.UNREACHABLE, false, PLENTY)).isEqualTo(new Decision.Stop("not-repeatable"));
    }

    @ParameterizedTest
    @CsvSource({"CLIENT_CLOSED", "FAULT"})
    void whatIsNotTheUpstreamsFaultIsNotRetried(Failure failure) {
        assertThat(rule.decide(1, failure, true, PLENTY)).isEqualTo(new Decision.Stop("not-upstream"));
    }

    @Test
    void aPauseThatWouldUseUpTheTimeLeftIsNotTaken() {
        long delay = Duration.ofMillis(100).toNanos();
        assertThat(rule.decide(1, Failure.TIMEOUT, true, delay)).isEqualTo(new Decision.Stop("out-of-time"));
        assertThat(rule.decide(1, Failure.TIMEOUT, true, delay + 1)).isEqualTo(new Decision.Again(delay));
    }

    @Test
    void manyRetriesDoNotOverflowThePause() {
        RetryRule many = new RetryRule(100, Duration.ofSeconds(5));
        assertThat(many.decide(100, Failure.TIMEOUT, true, Long.MAX_VALUE)).isInstanceOf(Decision.Again.class);
        assertThat(((Decision.Again) many.decide(100, Failure.TIMEOUT, true, Long.MAX_VALUE)).delayNanos())
                .isPositive();
    }
}
