package dev.gatehouse.servlet;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Random UUIDs (RFC 9562, version 4) for requests. They tell requests apart and are no secrets, so they come from the
 * thread's own generator: the secure one has a lock that every request would take.
 */
final class RandomIds {

    private RandomIds() {}

    static UUID next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long high = random.nextLong() & 0xffff_ffff_ffff_0fffL | 0x4000L;
        long low = random.nextLong() & 0x3fff_ffff_ffff_ffffL | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }
}
