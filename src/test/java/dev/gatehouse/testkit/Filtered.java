package dev.gatehouse.testkit;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.body.BrokenBody;
import dev.gatehouse.body.ByteQueue;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/** Runs bytes through a body filter as a response would, in pieces. */
public final class Filtered {

    private Filtered() {}

    /** What comes out when {@code pieces} go in. */
    public static byte[] through(BodyFilter filter, List<byte[]> pieces) throws BrokenBody {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteQueue out = new ByteQueue(16);
        for (byte[] piece : pieces) {
            ByteBuffer in = ByteBuffer.wrap(piece);
            do {
                filter.filter(in, out);
                drain(out, all);
            } while (in.hasRemaining());
        }
        boolean done;
        do {
            done = filter.finish(out);
            drain(out, all);
        } while (!done);
        return all.toByteArray();
    }

    /** What comes out of a new filter for text in one piece. */
    public static String whole(Supplier<BodyFilter> filter, String text) throws BrokenBody {
        return new String(
                through(filter.get(), List.of(text.getBytes(StandardCharsets.UTF_8))), StandardCharsets.UTF_8);
    }

    /**
     * What comes out of a new filter each time, for the whole, for every cut in two, and byte by byte; it must always be
     * the same.
     */
    public static String everyWay(Supplier<BodyFilter> filter, String text) throws BrokenBody {
        String expected = whole(filter, text);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (List<byte[]> pieces : ByteCutter.everyWay(bytes, 42)) {
            String found = new String(through(filter.get(), pieces), StandardCharsets.UTF_8);
            if (!found.equals(expected)) {
                throw new AssertionError(
                        "cut into " + pieces.stream().map(piece -> piece.length).toList() + ": <" + found
                                + "> and whole: <" + expected + ">");
            }
        }
        return expected;
    }

    private static void drain(ByteQueue out, ByteArrayOutputStream all) {
        ByteBuffer view = out.view();
        while (view.hasRemaining()) {
            all.write(view.get());
        }
        out.clear();
    }
}
