package dev.gatehouse.upstream.pick;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.config.model.HashType;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hashes divided by weight: the assignments here never change. */
class WeightSpaceTest {

    @ParameterizedTest
    @CsvSource({
        "'',   1/1/1, 0(0) 0(0) 2(2) 0(0) 1(1) 1(1) 0(0) 1(1) 1(1)",
        "'',   95/5,  0(20) 0(26) 0(90) 0(7) 0(53) 0(59) 0(6) 0(12) 0(81)",
        "canary, 95/5,  0(12) 0(18) 0(78) 0(83) 0(9) 0(11) 0(26) 0(80) 0(17)",
        "canary, 3/2/1, 0(0) 0(0) 0(0) 2(5) 2(5) 2(5) 1(4) 0(2) 1(3)",
        "canary, 9/1,   0(2) 0(8) 0(8) 0(3) 1(9) 0(1) 0(6) 0(0) 0(7)"
    })
    void everyKeyHasItsEntryAndBucketForever(String routeId, String weights, String expected) {
        WeightSpace space = space(weights);
        String found = Splits.KEYS.stream()
                .map(key -> Fnv.hash(routeId + " " + key))
                .map(hash -> space.entry(hash) + "(" + space.bucket(hash) + ")")
                .collect(Collectors.joining(" "));

        assertEquals(expected, found);
    }

    @ParameterizedTest
    @CsvSource({"'', 3/1, 3000, 1000", "canary, 95/5, 3800, 200"})
    void manyKeysAreSharedOutByWeight(String routeId, String weights, long first, long second) {
        WeightSpace space = space(weights);
        long inFirst = Splits.crowd().stream()
                .filter(key -> space.entry(Fnv.hash(routeId + " " + key)) == 0)
                .count();

        assertEquals(first, inFirst);
        assertEquals(second, Splits.crowd().size() - inFirst);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "2, 0", "3, 1", "4, 1", "5, 2", "6, 0"})
    void anEntryBeginsWhereTheOneBeforeEnds(int hash, int entry) {
        assertEquals(entry, space("3/2/1").entry(hash));
    }

    @Test
    void aHashIsAnUnsignedNumber() {
        WeightSpace space = space("3/2/1");

        assertEquals(3, space.bucket(0xffff_ffff), "4294967295 is a multiple of 6 and 3");
        assertEquals(1, space.entry(0xffff_ffff));
        assertEquals(2, space.bucket(0x8000_0000), "2147483648 is a multiple of 6 and 2");
        assertEquals(0, space.entry(0x8000_0000));
    }

    @Test
    void theLargestWeightsOfTheLongestListStillAddUp() {
        int[] weights = new int[64];
        Arrays.fill(weights, 1_000_000);
        Shares space = Shares.of(Splits.weighing(weights), HashType.MODULO);

        assertEquals(63, space.entry(63_999_999));
        assertEquals(0, space.entry(64_000_000));
    }

    private static WeightSpace space(String weights) {
        return WeightSpace.of(Splits.weighing(
                Arrays.stream(weights.split("/")).mapToInt(Integer::parseInt).toArray()));
    }
}
