package dev.gatehouse.profile;

import java.util.Locale;
import java.util.Random;
import java.util.zip.CRC32;

/**
 * A request of the soak, as its fields say.
 *
 * @param number no two have the same
 * @param length of its body in bytes
 * @param sum of its body
 */
record SoakRequest(int number, int length, long sum) {

    /** The request whose head this is; what is not there counts as 0. */
    static SoakRequest of(String head) {
        return new SoakRequest(
                (int) number(field(head, "x-soak")),
                (int) number(field(head, "x-length")),
                number(field(head, "x-sum")));
    }

    private static long number(String text) {
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    /** The value of a field in a head, whose name is given in lower case; empty where it is not there. */
    static String field(String head, String name) {
        return head.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    /** A check sum of bytes. */
    static long sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return sum.getValue();
    }

    /** Bytes that hang on {@code seed} alone: mostly few, now and then many. */
    static byte[] bytes(long seed, int most) {
        Random dice = new Random(seed);
        byte[] bytes = new byte[dice.nextInt(dice.nextInt(20) == 0 ? most : most / 16)];
        dice.nextBytes(bytes);
        return bytes;
    }

    /** The beginning of an answer of origin {@code index} to it, without its framing. */
    String head(int status, int index) {
        return "HTTP/1.1 " + status + " Soak\r\nX-Soak: " + number + "\r\nX-Index: " + index + "\r\n";
    }
}
