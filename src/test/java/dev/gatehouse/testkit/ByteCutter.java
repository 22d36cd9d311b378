package dev.gatehouse.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Ways to cut an input into pieces, for everything that must not care where one piece ends and the next begins. */
public final class ByteCutter {

    private ByteCutter() {}

    /** Every way to cut {@code input} in two, both ends included: the first piece has 0 bytes, then 1, up to all. */
    public static List<List<byte[]>> inTwo(byte[] input) {
        List<List<byte[]>> ways = new ArrayList<>();
        for (int cut = 0; cut <= input.length; cut++) {
            ways.add(List.of(Arrays.copyOf(input, cut), Arrays.copyOfRange(input, cut, input.length)));
        }
        return ways;
    }

    /** Pieces of {@code size} bytes; the last may be shorter. With 1: byte by byte. */
    public static List<byte[]> inPiecesOf(int size, byte[] input) {
        List<byte[]> pieces = new ArrayList<>();
        for (int at = 0; at < input.length; at += size) {
            pieces.add(Arrays.copyOfRange(input, at, Math.min(at + size, input.length)));
        }
        return pieces;
    }

    /** Pieces of 0 to {@code most} bytes, as {@code dice} fall; at least 1 for {@code most}. */
    public static List<byte[]> atRandom(byte[] input, int most, Random dice) {
        List<byte[]> pieces = new ArrayList<>();
        for (int at = 0; at < input.length; ) {
            int end = Math.min(at + dice.nextInt(most + 1), input.length);
            pieces.add(Arrays.copyOfRange(input, at, end));
            at = end;
        }
        return pieces;
    }

    /** All of the above: in two everywhere, byte by byte, by threes, and twenty times at random. */
    public static List<List<byte[]>> everyWay(byte[] input, long seed) {
        List<List<byte[]>> ways = new ArrayList<>(inTwo(input));
        ways.add(inPiecesOf(1, input));
        ways.add(inPiecesOf(3, input));
        Random dice = new Random(seed);
        for (int i = 0; i < 20; i++) {
            ways.add(atRandom(input, 1 + dice.nextInt(Math.max(1, input.length)), dice));
        }
        return ways;
    }
}
