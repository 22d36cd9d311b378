package dev.gatehouse.forward.mirror;

import dev.gatehouse.event.MirrorEnd;
import dev.gatehouse.transport.Alarms;
import dev.gatehouse.transport.Transport;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The copies that are under way on this node, at most {@value #MAX_COPIES}, and with {@link BodyTaker#MAX_BYTES} each that
 * bounds their memory too. What comes beyond is not copied and counted; it is mentioned in the log once a minute. So is, for
 * each route that compares answers, what that has come to.
 *
 * <p>Threads: shared.
 */
public final class Mirrors {

    /** How many copies may be under way. */
    static final int MAX_COPIES = 256;

    private static final Logger LOG = LoggerFactory.getLogger(Mirrors.class);

    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final Transport transport;
    private final Alarms alarms;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong quietUntil;

    /** By route; as many as tables have had routes that compare. */
    private final Map<String, MirrorTally> tallies = new ConcurrentHashMap<>();

    /** Sends copies through {@code transport}. */
    public Mirrors(Transport transport, Alarms alarms) {
        this.transport = transport;
        this.alarms = alarms;
        this.quietUntil = new AtomicLong(alarms.nanoTime());
    }

    /** How many copies are under way. */
    int underWay() {
        return underWay.get();
    }

    /** How many copies were not made because too many were under way, since the start. */
    long skipped() {
        return skipped.get();
    }

    /**
     * Prepares a copy, which holds its place among those under way from here on: it must be sent, or given its body.
     *
     * @return null where too many are under way
     */
    public @Nullable MirrorCopy prepare(MirrorRule rule, MirroredRequest request) {
        if (underWay.incrementAndGet() > MAX_COPIES) {
            underWay.decrementAndGet();
            skip();
            return null;
        }
        MirrorCopy copy = new MirrorCopy(transport, alarms, rule, request, underWay::decrementAndGet);
        if (rule.compares()) {
            var unused = copy.end().thenAccept(end -> compared(rule.label(), end));
        }
        return copy;
    }

    /** What comparing the answers of a route has come to, on one line; empty where none was compared. */
    String tally(String label) {
        MirrorTally tally = tallies.get(label);
        return tally == null ? "" : tally.toString();
    }

    private void compared(String label, MirrorEnd end) {
        MirrorTally tally = tallies.computeIfAbsent(label, unknown -> new MirrorTally());
        tally.add(end);
        if (tally.isDue(alarms.nanoTime(), MINUTE)) {
            LOG.info("mirror of route {}: {}", label, tally);
        }
    }

    private void skip() {
        long count = skipped.incrementAndGet();
        long now = alarms.nanoTime();
        long quiet = quietUntil.get();
        if (now - quiet >= 0 && quietUntil.compareAndSet(quiet, now + MINUTE)) {
            LOG.warn("{} mirror copies are under way and no more are made; {} left out so far", MAX_COPIES, count);
        }
    }
}
