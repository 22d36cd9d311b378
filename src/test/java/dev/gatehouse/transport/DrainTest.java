package dev.gatehouse.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.RingingAlarms;
import dev.gatehouse.testkit.ScriptedBody;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A body that nobody wants is read away, within bounds of length and time. */
class DrainTest {

    private static final Duration PATIENCE = Duration.ofNanos(Drain.PATIENCE_NANOS);

    private final RingingAlarms alarms = new RingingAlarms();
    private final ScriptedBody body = new ScriptedBody(-1);

    @Test
    void aBodyThatIsThereIsReadAtOnceWithoutAnAlarm() {
        body.arrive("all of it").complete();
        Drain.away(body, alarms);
        assertThat(body.cancelled()).isNull();
        assertThat(alarms.count()).isZero();
    }

    @Test
    void aBodyThatTricklesIsGivenUpWhenItsTimeIsOverAndNotBefore() {
        Drain.away(body, alarms);
        alarms.advance(PATIENCE.dividedBy(2));
        body.arrive("a");
        alarms.advance(PATIENCE.dividedBy(2).minusNanos(1));
        body.arrive("b");
        assertThat(body.cancelled()).isNull();
        alarms.advance(Duration.ofNanos(1));
        assertThat(body.cancelled()).isNotNull();
        assertThat(alarms.count()).isZero();
    }

    @Test
    void aBodyThatEndsInTimeKeepsItsConnection() {
        Drain.away(body, alarms);
        body.arrive("a").complete();
        assertThat(alarms.count()).isZero();
        alarms.advance(PATIENCE);
        assertThat(body.cancelled()).isNull();
    }

    @Test
    void theAlarmLeavesABodyToItsReaderWhoGivesItUpOnceItHasReadWhatWasThere() {
        Drain.away(body, alarms);
        body.beforeNext(() -> {
            alarms.advance(PATIENCE);
            assertThat(body.cancelled()).isNull();
        });
        body.arrive("a");
        assertThat(body.cancelled()).isNotNull();
        assertThat(alarms.count()).isZero();
    }

    @Test
    void aLongBodyIsGivenUpAndOneThatJustFitsIsNot() {
        ScriptedBody fits = new ScriptedBody(65_536);
        Drain.away(fits, alarms);
        assertThat(fits.cancelled()).isNull();
        ScriptedBody announced = new ScriptedBody(65_537);
        Drain.away(announced, alarms);
        assertThat(announced.cancelled()).isNotNull();
        assertThat(announced.looks()).isZero();

        fits.arrive("x".repeat(65_536));
        assertThat(fits.cancelled()).isNull();
        fits.arrive("x");
        assertThat(fits.cancelled()).isNotNull();
        assertThat(alarms.count()).isZero();
    }
}
