package dev.gatehouse.upstream.outlier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.config.model.Outlier;
import dev.gatehouse.testkit.ManualClock;
import dev.gatehouse.testkit.Together;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Which upstreams are left out, from when and until when. */
class EjectionsTest {

    private final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
    private final Ejections ejections = new Ejections(Outlier.DEFAULT, clock);

    @Test
    void threeFailuresInARowEjectAnUpstream() {
        fail("a.test", 2);
        assertFalse(ejections.isOut("a.test"), "one too few");

        fail("a.test", 1);
        assertTrue(ejections.isOut("a.test"));
    }

    @Test
    void thePolicySaysHowManyFailuresAreTooMany() {
        Ejections strict = new Ejections(new Outlier(1, Duration.ofSeconds(1)), clock);
        strict.failed("a.test");
        assertTrue(strict.isOut("a.test"));

        Ejections patient = new Ejections(new Outlier(10, Duration.ofSeconds(1)), clock);
        for (int i = 0; i < 9; i++) {
            patient.failed("a.test");
        }
        assertFalse(patient.isOut("a.test"));
        patient.failed("a.test");
        assertTrue(patient.isOut("a.test"));
    }

    @Test
    void anUpstreamIsOutForItself() {
        fail("a.test", 3);

        assertFalse(ejections.isOut("a.test:8443"));
        assertFalse(ejections.isOut("b.test"));
    }

    @Test
    void anAnswerClearsTheCount() {
        fail("a.test", 2);
        ejections.answered("a.test");
        fail("a.test", 2);
        assertFalse(ejections.isOut("a.test"));

        fail("a.test", 1);
        assertTrue(ejections.isOut("a.test"));
    }

    @Test
    void anAnswerOfAnotherUpstreamClearsNothing() {
        fail("a.test", 2);
        ejections.answered("b.test");
        fail("a.test", 1);

        assertTrue(ejections.isOut("a.test"));
    }

    @Test
    void failuresInARowCountHoweverFarApart() {
        fail("a.test", 2);
        clock.advance(Duration.ofHours(1));
        fail("a.test", 1);

        assertTrue(ejections.isOut("a.test"));
    }

    @Test
    void anEjectionEndsByItselfWithItsWindow() {
        fail("a.test", 3);

        clock.advance(Duration.ofSeconds(30).minusNanos(1));
        assertTrue(ejections.isOut("a.test"), "a nanosecond early");

        clock.advance(Duration.ofNanos(1));
        assertFalse(ejections.isOut("a.test"));
    }

    @Test
    void afterAnEjectionTheCountBeginsAnew() {
        fail("a.test", 3);
        clock.advance(Duration.ofSeconds(30));
        fail("a.test", 2);
        assertFalse(ejections.isOut("a.test"));

        fail("a.test", 1);
        assertTrue(ejections.isOut("a.test"));
    }

    @Test
    void aFailureWhileOutExtendsTheEjection() {
        fail("a.test", 3);
        clock.advance(Duration.ofSeconds(20));
        fail("a.test", 1);

        clock.advance(Duration.ofSeconds(30).minusNanos(1));
        assertTrue(ejections.isOut("a.test"), "a nanosecond early");
        clock.advance(Duration.ofNanos(1));
        assertFalse(ejections.isOut("a.test"));
    }

    @Test
    void anAnswerWhileOutEndsTheEjection() {
        fail("a.test", 3);
        ejections.answered("a.test");

        assertFalse(ejections.isOut("a.test"));
        assertEquals(0, ejections.size());
    }

    @Test
    void allMayBeOutAtOnce() {
        fail("a.test", 3);
        fail("b.test", 3);

        assertTrue(ejections.isOut("a.test") && ejections.isOut("b.test"));
    }

    @Test
    void aClockThatRunsOverIsNoTrouble() {
        clock.advance(Duration.ofNanos(Long.MAX_VALUE));
        fail("a.test", 3);

        clock.advance(Duration.ofSeconds(30).minusNanos(1));
        assertTrue(ejections.isOut("a.test"));
        clock.advance(Duration.ofNanos(1));
        assertFalse(ejections.isOut("a.test"));
    }

    @Test
    void ofTooManyUpstreamsTheOldestIsForgotten() {
        for (int i = 0; i < Ejections.MOST; i++) {
            fail("u" + i + ".test", 3);
        }
        fail("u0.test", 1);
        assertTrue(ejections.isOut("u0.test"), "none too many yet");

        fail("another.test", 3);
        assertEquals(Ejections.MOST, ejections.size());
        assertFalse(ejections.isOut("u0.test"), "a further failure made it no younger");
        assertTrue(ejections.isOut("u1.test"));
        assertTrue(ejections.isOut("another.test"));
    }

    @Test
    void upstreamsThatAnswerAreNotRemembered() {
        for (int i = 0; i < 10_000; i++) {
            ejections.answered("u" + i + ".test");
            ejections.isOut("u" + i + ".test");
        }

        assertEquals(0, ejections.size());
    }

    @Test
    void failuresOfManyThreadsAreAllCounted() throws Exception {
        Ejections patient = new Ejections(new Outlier(4000, Duration.ofSeconds(1)), clock);
        Together.count(4, 1000, () -> {
            patient.failed("a.test");
            patient.answered("b.test");
            return true;
        });
        assertTrue(patient.isOut("a.test"), "none was lost");

        patient.answered("a.test");
        Together.count(3, 1333, () -> {
            patient.failed("a.test");
            return true;
        });
        assertFalse(patient.isOut("a.test"), "3999, and none was counted twice");
        patient.failed("a.test");
        assertTrue(patient.isOut("a.test"));
    }

    private void fail(String authority, int times) {
        for (int i = 0; i < times; i++) {
            ejections.failed(authority);
        }
    }
}
