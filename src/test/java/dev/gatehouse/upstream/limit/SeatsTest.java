package dev.gatehouse.upstream.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.testkit.Together;
import dev.gatehouse.upstream.limit.Seats.Seat;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How many requests may be under way at one upstream. */
class SeatsTest {

    @Test
    void thereAreExactlyAsManySeatsAsTheSettingSays() {
        Seats seats = new Seats(3);
        sit(seats, "a.test", 3);

        assertNull(seats.take("a.test"));
        assertEquals(3, seats.taken());
    }

    @Test
    void theSmallestSettingLetsOneIn() {
        Seats seats = new Seats(1);

        assertNotNull(seats.take("a.test"));
        assertNull(seats.take("a.test"));
    }

    @Test
    void everyUpstreamHasItsOwnSeats() {
        Seats seats = new Seats(1);
        sit(seats, "a.test", 1);

        assertNotNull(seats.take("b.test"));
        assertNotNull(seats.take("a.test:8443"));
        assertNull(seats.take("a.test"));
    }

    @Test
    void aSeatThatIsGivenBackIsFree() {
        Seats seats = new Seats(2);
        List<Seat> taken = sit(seats, "a.test", 2);
        taken.get(0).giveBack();

        assertNotNull(seats.take("a.test"));
        assertNull(seats.take("a.test"));
    }

    @Test
    void givingBackTwiceCountsOnce() {
        Seats seats = new Seats(2);
        List<Seat> taken = sit(seats, "a.test", 2);
        taken.get(0).giveBack();
        taken.get(0).giveBack();

        assertNotNull(seats.take("a.test"));
        assertNull(seats.take("a.test"), "the other one is still there");
    }

    @Test
    void anOldSeatGivenBackAgainFreesNobodyElses() {
        Seats seats = new Seats(1);
        Seat first = sit(seats, "a.test", 1).get(0);
        first.giveBack();
        sit(seats, "a.test", 1);
        first.giveBack();

        assertNull(seats.take("a.test"));
    }

    @Test
    void whoFoundNoSeatTookNone() {
        Seats seats = new Seats(1);
        Seat only = sit(seats, "a.test", 1).get(0);
        for (int i = 0; i < 100; i++) {
            assertNull(seats.take("a.test"));
        }
        only.giveBack();

        assertEquals(0, seats.taken());
        assertNotNull(seats.take("a.test"));
    }

    @Test
    void ofTooManyUpstreamsAFreeOneIsForgottenFirst() {
        Seats seats = new Seats(1);
        List<Seat> taken = new ArrayList<>();
        for (int i = 0; i < Seats.MOST; i++) {
            taken.addAll(sit(seats, "u" + i + ".test", 1));
        }
        assertEquals(Seats.MOST, seats.size());
        taken.get(100).giveBack();

        sit(seats, "another.test", 1);
        assertEquals(Seats.MOST, seats.size());
        for (int i = 0; i < Seats.MOST; i++) {
            if (i != 100) {
                assertNull(seats.take("u" + i + ".test"), "u" + i + " is still known to be full");
            }
        }
    }

    @Test
    void ofTooManyFullUpstreamsTheOldestIsForgotten() {
        Seats seats = new Seats(1);
        Seat oldest = sit(seats, "u0.test", 1).get(0);
        for (int i = 1; i <= Seats.MOST; i++) {
            sit(seats, "u" + i + ".test", 1);
        }

        assertEquals(Seats.MOST, seats.size());
        assertNull(seats.take("u1.test"));
        oldest.giveBack();
        assertEquals(Seats.MOST, seats.taken(), "it was nobody's who is remembered");
        assertNotNull(seats.take("u0.test"), "begins at nought");
    }

    @Test
    void howeverManyUpstreamsComeAndGoMemoryIsBounded() {
        Seats seats = new Seats(5);
        for (int i = 0; i < 10_000; i++) {
            sit(seats, "u" + i + ".test", 1).get(0).giveBack();
        }

        assertEquals(Seats.MOST, seats.size());
        assertEquals(0, seats.taken());
    }

    @Test
    void manyThreadsNeverSitOnMoreSeatsThanThereAre() throws Exception {
        Seats seats = new Seats(2);
        AtomicInteger seated = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        int got = Together.count(4, 5000, () -> {
            Seat seat = seats.take("a.test");
            if (seat == null) {
                return false;
            }
            most.accumulateAndGet(seated.incrementAndGet(), Math::max);
            Thread.onSpinWait();
            seated.decrementAndGet();
            seat.giveBack();
            return true;
        });

        assertTrue(got > 0);
        assertTrue(most.get() <= 2, most + " at once");
        assertEquals(0, seats.taken(), "all were given back");
    }

    @Test
    void manyThreadsTogetherGetExactlyTheSeats() throws Exception {
        Seats seats = new Seats(1000);

        assertEquals(1000, Together.count(4, 500, () -> seats.take("a.test") != null));
    }

    @Test
    void aSeatGivenBackByManyThreadsIsGivenBackOnce() throws Exception {
        Seats seats = new Seats(10);
        Seat seat = sit(seats, "a.test", 10).get(0);
        Together.count(4, 100, () -> {
            seat.giveBack();
            return true;
        });

        assertEquals(9, seats.taken());
    }

    private static List<Seat> sit(Seats seats, String authority, int count) {
        List<Seat> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(Objects.requireNonNull(seats.take(authority), "no seat " + (i + 1)));
        }
        return taken;
    }
}
