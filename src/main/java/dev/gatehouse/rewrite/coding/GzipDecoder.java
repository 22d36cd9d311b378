package dev.gatehouse.rewrite.coding;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.body.BrokenBody;
import dev.gatehouse.body.ByteQueue;
import java.nio.ByteBuffer;

/**
 * Decodes gzip (RFC 1952): any number of members, each with its checksum and size checked.
 *
 * <p>Threads: confined to one response.
 */
final class GzipDecoder implements BodyFilter {

    private static final int HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;
    private static final int FLAG_HEADER_CRC = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;

    private enum Part {
        HEADER,
        EXTRA_LENGTH,
        EXTRA,
        NAME,
        COMMENT,
        HEADER_CRC,
        DATA,
        TRAILER,
        BETWEEN
    }

    private final Inflating inflating = new Inflating(true);
    private Part part = Part.HEADER;
    private int flags;
    private int seen;
    private long collected;
    private long size;
    private int skip;
    private boolean anything;

    @Override
    public void filter(ByteBuffer in, ByteQueue out) throws BrokenBody {
        while (in.hasRemaining() && out.size() < ENOUGH_BYTES) {
            anything = true;
            if (part == Part.DATA) {
                if (inflating.run(in, out)) {
                    enter(Part.TRAILER);
                }
            } else {
                take(in.get() & 0xff);
            }
        }
    }

    @Override
    public boolean finish(ByteQueue out) throws BrokenBody {
        if (part == Part.DATA && inflating.run(ByteBuffer.allocate(0), out)) {
            enter(Part.TRAILER);
        }
        if (part == Part.DATA && out.size() >= ENOUGH_BYTES) {
            return false;
        }
        inflating.end();
        if (anything && part != Part.BETWEEN) {
            throw new BrokenBody("gzip data is cut short");
        }
        return true;
    }

    private void enter(Part next) {
        part = next;
        seen = 0;
        collected = 0;
        size = 0;
    }

    private void take(int b) throws BrokenBody {
        switch (part) {
            case HEADER -> header(b);
            case EXTRA_LENGTH -> {
                skip |= b << (8 * seen++);
                if (seen == 2) {
                    enter(skip == 0 ? afterExtra() : Part.EXTRA);
                }
            }
            case EXTRA -> {
                if (++seen == skip) {
                    enter(afterExtra());
                }
            }
            case NAME -> {
                if (b == 0) {
                    enter(afterName());
                }
            }
            case COMMENT -> {
                if (b == 0) {
                    enter(afterComment());
                }
            }
            case HEADER_CRC -> {
                if (++seen == 2) {
                    enter(Part.DATA);
                }
            }
            case TRAILER -> trailer(b);
            case BETWEEN -> {
                if (b != 0) { // zeros may pad
                    inflating.reset();
                    enter(Part.HEADER);
                    header(b);
                }
            }
            case DATA -> throw new IllegalStateException();
        }
    }

    private void header(int b) throws BrokenBody {
        if (seen == 0 && b != 0x1f || seen == 1 && b != 0x8b || seen == 2 && b != 8) {
            throw new BrokenBody("not gzip data");
        }
        flags = seen == 3 ? b : flags;
        if (++seen == HEADER_BYTES) {
            skip = 0;
            enter((flags & FLAG_EXTRA) != 0 ? Part.EXTRA_LENGTH : afterExtra());
        }
    }

    private Part afterExtra() {
        return (flags & FLAG_NAME) != 0 ? Part.NAME : afterName();
    }

    private Part afterName() {
        return (flags & FLAG_COMMENT) != 0 ? Part.COMMENT : afterComment();
    }

    private Part afterComment() {
        return (flags & FLAG_HEADER_CRC) != 0 ? Part.HEADER_CRC : Part.DATA;
    }

    private void trailer(int b) throws BrokenBody {
        if (seen < TRAILER_BYTES / 2) {
            collected |= (long) b << (8 * seen);
        } else {
            size |= (long) b << (8 * (seen - TRAILER_BYTES / 2));
        }
        if (++seen == TRAILER_BYTES) {
            if ((int) collected != inflating.checksum() || (int) size != inflating.size()) {
                throw new BrokenBody("gzip data does not fit its checksum");
            }
            enter(Part.BETWEEN);
        }
    }
}
