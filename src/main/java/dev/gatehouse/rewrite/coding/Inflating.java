package dev.gatehouse.rewrite.coding;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.body.BrokenBody;
import dev.gatehouse.body.ByteQueue;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Inflates until there is enough output, so that a small body cannot become a large one in memory. */
final class Inflating {

    private static final int STEP = 16 * 1024;

    private final Inflater inflater;
    private final CRC32 checksum = new CRC32();
    private final byte[] output = new byte[STEP];
    private long total;

    /** For bare deflate data (RFC 1951), or with a zlib frame (RFC 1950). */
    Inflating(boolean bare) {
        this.inflater = new Inflater(bare);
    }

    /** Takes from {@code in} and appends to {@code out}; whether the deflate data has ended. */
    boolean run(ByteBuffer in, ByteQueue out) throws BrokenBody {
        try {
            inflater.setInput(in);
            while (!inflater.finished() && out.size() < BodyFilter.ENOUGH_BYTES) {
                int count = inflater.inflate(output);
                if (count == 0) {
                    if (inflater.needsDictionary()) {
                        throw new BrokenBody("compressed with a dictionary");
                    }
                    break; // needs input
                }
                checksum.update(output, 0, count);
                total += count;
                out.append(output, 0, count);
            }
            return inflater.finished();
        } catch (DataFormatException broken) {
            throw new BrokenBody("cannot be inflated: " + broken.getMessage());
        }
    }

    /** CRC-32 of what came out. */
    int checksum() {
        return (int) checksum.getValue();
    }

    /** How much came out, modulo 2^32. */
    int size() {
        return (int) total;
    }

    void reset() {
        inflater.reset();
        checksum.reset();
        total = 0;
    }

    void end() {
        inflater.end();
    }
}
