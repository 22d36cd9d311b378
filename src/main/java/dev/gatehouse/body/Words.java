package dev.gatehouse.body;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks at bytes eight at a time. */
public final class Words {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;

    private Words() {}

    /** The eight bytes from {@code at} on, the first of them lowest. */
    public static long at(byte[] bytes, int at) {
        return (long) EIGHT.get(bytes, at);
    }

    /** The index of the first {@code wanted}; {@code end} where there is none. */
    public static int indexOf(byte wanted, byte[] bytes, int from, int end) {
        long pattern = (wanted & 0xffL) * ONES;
        int at = from;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long differing = (long) EIGHT.get(bytes, at) ^ pattern;
            long zero = (differing - ONES) & ~differing & TOPS;
            if (zero != 0) {
                return at + (Long.numberOfTrailingZeros(zero) >>> 3);
            }
        }
        while (at < end && bytes[at] != wanted) {
            at++;
        }
        return at;
    }
}
