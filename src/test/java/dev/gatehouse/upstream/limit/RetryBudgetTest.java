package dev.gatehouse.upstream.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.testkit.ManualClock;
import dev.gatehouse.testkit.Together;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many retries a route's requests get. */
class RetryBudgetTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");

    @Test
    void atZeroTheFirstRetryOfAWindowPassesAndTheSecondDoesNot() {
        RetryBudget budget = budget(0);
        requests(budget, 10);

        assertTrue(budget.mayRetry());
        assertFalse(budget.mayRetry());
    }

    @ParameterizedTest
    @CsvSource({"0.1, 10", "0.3, 10", "0.7, 10", "0.07, 100", "0.29, 100", "0.57, 100", "0.2, 5", "0.001, 1000", "1, 7"
    })
    void exactlyTheShareIsAllowedAndNoMore(double ratio, int requests) {
        RetryBudget budget = budget(ratio);
        requests(budget, requests);
        int share = (int) Math.round(ratio * requests);

        retries(budget, share);
        assertTrue(budget.mayRetry(), "exactly the share has been made");
        assertFalse(budget.mayRetry(), "one more than the share has been made");
    }

    @Test
    void aDeniedRetryIsNotCounted() {
        RetryBudget budget = budget(0.5);
        requests(budget, 2);
        retries(budget, 2);
        for (int i = 0; i < 100; i++) {
            assertFalse(budget.mayRetry());
        }

        requests(budget, 2);
        assertTrue(budget.mayRetry(), "2 of 4");
    }

    @Test
    void aDeadUpstreamGetsTwoAttemptsAndThenOneForEachRequest() {
        RetryBudget budget = budget(0.2);

        assertEquals(List.of(2, 1, 1), List.of(walk(budget, 5), walk(budget, 5), walk(budget, 5)));
    }

    @Test
    void withoutAnyRequestInTheWindowARetryIsAllowed() {
        RetryBudget budget = budget(0);

        assertTrue(budget.mayRetry());
        assertTrue(budget.mayRetry());
        budget.request();
        assertFalse(budget.mayRetry(), "2 of 1");
    }

    @Test
    void theSecondBeforeStillCounts() {
        RetryBudget budget = budget(0);
        requests(budget, 10);
        retries(budget, 1);

        clock.advance(SECOND);
        assertFalse(budget.mayRetry(), "1 of 10, a second ago");
        clock.advance(SECOND.minusNanos(1));
        assertFalse(budget.mayRetry(), "a nanosecond before the next second");
        clock.advance(Duration.ofNanos(1));
        budget.request();
        assertTrue(budget.mayRetry(), "two seconds ago");
    }

    @Test
    void requestsOfTheSecondBeforeMakeRoomForRetries() {
        RetryBudget budget = budget(0.5);
        requests(budget, 10);
        clock.advance(SECOND);

        retries(budget, 6);
        assertFalse(budget.mayRetry(), "6 of 10");
    }

    @Test
    void aSecondLastsUntilItsEnd() {
        RetryBudget budget = budget(0);
        budget.request();
        retries(budget, 1);
        clock.advance(SECOND.minusNanos(1));
        budget.request(); // still the first second: does not make it the one before
        clock.advance(SECOND);
        budget.request(); // now it is

        assertFalse(budget.mayRetry());
    }

    @Test
    void afterAPauseOfASecondNothingCounts() {
        RetryBudget budget = budget(0);
        budget.request();
        retries(budget, 1);
        clock.advance(SECOND.multipliedBy(2).minusNanos(1));
        assertFalse(budget.mayRetry(), "a nanosecond less");

        RetryBudget rested = budget(0);
        rested.request();
        retries(rested, 1);
        clock.advance(SECOND.multipliedBy(2));
        rested.request();
        assertTrue(rested.mayRetry());
    }

    @Test
    void aClockThatRunsOverIsNoTrouble() {
        clock.advance(Duration.ofNanos(Long.MAX_VALUE));
        RetryBudget budget = budget(0);
        budget.request();
        retries(budget, 1);

        clock.advance(SECOND);
        assertFalse(budget.mayRetry());
        clock.advance(SECOND.multipliedBy(2));
        budget.request();
        assertTrue(budget.mayRetry());
    }

    @Test
    void fourNumbersAreAllThatIsCounted() {
        List<String> counters = Arrays.stream(RetryBudget.class.getDeclaredFields())
                .filter(field -> !Modifier.isFinal(field.getModifiers()))
                .filter(field -> !field.isSynthetic())
                .map(Field::getName)
                .sorted()
                .toList();

        assertEquals(List.of("lastRequests", "lastRetries", "opened", "requests", "retries"), counters);
    }

    @Test
    void manyThreadsTogetherGetExactlyTheShare() throws Exception {
        RetryBudget budget = budget(0.1);
        int allowed = Together.count(4, 2500, () -> {
            budget.request();
            return false;
        });
        assertEquals(0, allowed);

        allowed = Together.count(4, 2500, budget::mayRetry);
        assertEquals(1001, allowed, "up to the share, and the one that goes past it");
    }

    /** One request against a dead upstream; the attempts it made. */
    private static int walk(RetryBudget budget, int retries) {
        budget.request();
        int attempts = 1;
        while (attempts <= retries && budget.mayRetry()) {
            attempts++;
        }
        return attempts;
    }

    private RetryBudget budget(double ratio) {
        return new RetryBudget(ratio, clock);
    }

    private static void requests(RetryBudget budget, int count) {
        for (int i = 0; i < count; i++) {
            budget.request();
        }
    }

    private static void retries(RetryBudget budget, int count) {
        for (int i = 0; i < count; i++) {
            assertTrue(budget.mayRetry(), "retry " + (i + 1));
        }
    }
}
