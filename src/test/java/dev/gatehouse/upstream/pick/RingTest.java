package dev.gatehouse.upstream.pick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.config.model.SplitEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes on a ring: the assignments here never change, and a changed list moves few of them. */
class RingTest {

    @ParameterizedTest
    @CsvSource({
        "a.test:0, 2803391620, 1672286139",
        "a.test:1, 2820169239, 3557943881",
        "b.test:0, 1668490779, 909261110",
        "c.test:159, 3332862611, 1708464242"
    })
    void aPointIsTheHashOfAHash(String seed, long first, long point) {
        assertEquals(first, Integer.toUnsignedLong(Fnv.hash(seed)));
        assertEquals(point, Integer.toUnsignedLong(Fnv.hash(Long.toString(first))));
        Ring ring = ring("a.test 1", "b.test 1", "c.test 1");
        assertTrue(IntStream.range(0, ring.size()).anyMatch(i -> ring.pointAt(i) == point));
    }

    @ParameterizedTest
    @CsvSource({
        "a.test 1|b.test 1|c.test 1, 480, 6847281:1 17724245:0 20693006:1, 4283601816:1",
        "a.test 1|c.test 1, 320, 17724245:0 55222290:0 57488654:0, 4264169162:1",
        "a.test 3|b.test 1, 640, 4794613:0 6847281:1 17724245:0, 4285083576:0",
        "a.test 9|b.test 1, 1600, 32762:0 1662767:0 4794613:0, 4293488876:0",
        "a.test 95|b.test 5, 16000, 32762:0 554241:0 629632:0, 4294953583:0"
    })
    void aRingHasItsPointsForever(String entries, int size, String firstThree, String last) {
        Ring ring = ring(entries.split("\\|"));
        IntFunction<String> point = i -> ring.pointAt(i) + ":" + ring.entryAt(i);

        assertEquals(size, ring.size());
        assertEquals(firstThree, IntStream.range(0, 3).mapToObj(point).collect(Collectors.joining(" ")));
        assertEquals(last, point.apply(size - 1));
    }

    @ParameterizedTest
    @CsvSource({
        "a.test 1|b.test 1|c.test 1, 2 0 0 1 1 0 2 0 1 2 1 1 2 2 2",
        "a.test 1|c.test 1, 1 0 0 0 0 0 1 0 0 1 0 0 1 1 1",
        "a.test 3|b.test 1, 0 0 0 0 1 0 0 0 0 0 1 1 0 0 0",
        "a.test 9|b.test 1, 0 0 0 0 1 0 0 0 0 0 1 1 0 0 0",
        "a.test 95|b.test 5, 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"
    })
    void everyKeyHasItsEntryForever(String entries, String expected) {
        Ring ring = ring(entries.split("\\|"));
        Stream<String> neighbours = IntStream.range(0, 6).mapToObj(i -> "203.0.113." + i);
        String found = Stream.concat(Splits.KEYS.stream(), neighbours)
                .map(key -> String.valueOf(ring.entry(Fnv.hash(key))))
                .collect(Collectors.joining(" "));

        assertEquals(expected, found);
    }

    @Test
    void pastTheLastPointTheRingBeginsAgain() {
        Ring ring = ring("a.test 1", "b.test 1", "c.test 1");

        assertEquals(4285374464L, Integer.toUnsignedLong(Fnv.hash("k2224")), "above the last point");
        assertEquals(1, ring.entry(Fnv.hash("k2224")));
        assertEquals(ring.entryAt(0), ring.entry(0xffff_ffff));
    }

    @Test
    void aPointIsTheLastHashOfItsEntry() {
        Ring ring = ring("a.test 1", "b.test 1", "c.test 1");

        assertEquals(1, ring.entry(6847281));
        assertEquals(0, ring.entry(6847282));
        assertEquals(0, ring.entry(17724245));
        assertEquals(1, ring.entry(17724246));
        assertEquals(1, ring.entry((int) 4283601816L), "the last");
    }

    @ParameterizedTest
    @CsvSource({
        "a.test 1|b.test 1|c.test 1, 1401 1184 1415",
        "a.test 3|b.test 1, 3065 935",
        "a.test 9|b.test 1, 3641 359",
        "a.test 95|b.test 5, 3808 192"
    })
    void manyKeysAreSharedOutByWeightMoreOrLess(String entries, String shares) {
        String[] split = entries.split("\\|");
        int[] found = new int[split.length];
        Ring ring = ring(split);
        Splits.crowd().forEach(key -> found[ring.entry(Fnv.hash(key))]++);

        assertEquals(shares, Arrays.stream(found).mapToObj(String::valueOf).collect(Collectors.joining(" ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1/1/1", "95/3/2", "20/20/20/20/20", "1000/1000/1000", "500000/400000/400000/300000"})
    void anEntryTakenAwayMovesOnlyItsOwnCallers(String weights) {
        List<SplitEntry> all = weighing(weights);
        for (SplitEntry gone : all) {
            List<SplitEntry> rest =
                    all.stream().filter(entry -> !entry.equals(gone)).toList();
            Ring before = Ring.of(all);
            Ring after = Ring.of(rest);
            assertEquals(Ring.halvings(all), Ring.halvings(rest));
            for (String key : Splits.crowd()) {
                SplitEntry own = all.get(before.entry(Fnv.hash(key)));
                if (!own.equals(gone)) {
                    assertEquals(own, rest.get(after.entry(Fnv.hash(key))), key + " without " + gone);
                }
            }
        }
    }

    @Test
    void moreWeightForOneMovesCallersToItAlone() {
        List<SplitEntry> before = weighing("10/10/10");
        List<SplitEntry> after = weighing("10/20/10");

        moves(before, after).forEach(to -> assertEquals(1, to));
    }

    @Test
    void anotherWeightingDoesNotReshuffleTheAudience() {
        int moved = moves(weighing("95/5"), weighing("9/1")).size();

        assertTrue(
                moved < Splits.crowd().size() / 8,
                moved + " of " + Splits.crowd().size());
    }

    @Test
    void oneHalvingMovesLessThanHalfOfTheCallers() {
        List<SplitEntry> exact = weighing("50/50");
        List<SplitEntry> halved = weighing("51/50");

        assertEquals(0, Ring.halvings(exact));
        assertEquals(1, Ring.halvings(halved));
        assertEquals(16_000, Ring.of(exact).size());
        assertEquals(8_080, Ring.of(halved).size());
        int moved = moves(exact, halved).size();
        assertTrue(
                moved < Splits.crowd().size() / 2,
                moved + " of " + Splits.crowd().size());
    }

    @Test
    void aRingIsNeverLargeWhateverTheWeights() {
        int[] most = new int[64];
        Arrays.fill(most, 1_000_000);
        assertTrue(Ring.of(Splits.weighing(most)).size() <= Ring.MOST_POINTS);

        Arrays.fill(most, 1, 64, 1);
        Ring lopsided = Ring.of(Splits.weighing(most));
        assertTrue(lopsided.size() <= Ring.MOST_POINTS + 63, "one point each for those that round to nothing");
        assertEquals(
                64,
                IntStream.range(0, lopsided.size())
                        .map(lopsided::entryAt)
                        .distinct()
                        .count());
    }

    @Test
    void theSharesOfLargeWeightsAreThoseOfSmallOnes() {
        Ring ring = Ring.of(weighing("750000/250000"));
        long first = Splits.crowd().stream()
                .filter(key -> ring.entry(Fnv.hash(key)) == 0)
                .count();

        assertTrue(Math.abs(first - 3000) < 120, first + " of " + Splits.crowd().size());
    }

    /** The entries that those callers move to who move. */
    private static List<Integer> moves(List<SplitEntry> before, List<SplitEntry> after) {
        Ring old = Ring.of(before);
        Ring changed = Ring.of(after);
        List<Integer> to = new ArrayList<>();
        for (String key : Splits.crowd()) {
            int hash = Fnv.hash(key);
            if (old.entry(hash) != changed.entry(hash)) {
                to.add(changed.entry(hash));
            }
        }
        return to;
    }

    private static Ring ring(String... entries) {
        return Ring.of(Splits.entries(entries));
    }

    private static List<SplitEntry> weighing(String weights) {
        return Splits.weighing(
                Arrays.stream(weights.split("/")).mapToInt(Integer::parseInt).toArray());
    }
}
