package dev.gatehouse.forward;

import dev.gatehouse.event.StreamEnd;
import dev.gatehouse.transport.Alarms;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A response body under way, and how long it may be silent.
 *
 * <p>Threads: confined to the exchange.
 */
final class Relaying {

    /** How long a response whose length fits the container's buffer may linger there while the upstream pauses. */
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ResponsePump pump;
    private final ClientSide client;
    private final DeliveryLimits limits;
    private final Alarms clock;
    private final Alarms.Alarm alarm;
    private final long headAt;
    private long lingerUntil = Alarms.NEVER;
    private long silentAt = Alarms.NEVER;

    /** The head has just been taken by {@code client}; {@code alarm} wakes the exchange, which then goes on here. */
    Relaying(ResponsePump pump, ClientSide client, DeliveryLimits limits, Alarms clock, Alarms.Alarm alarm) {
        this.pump = pump;
        this.client = client;
        this.limits = limits;
        this.clock = clock;
        this.alarm = alarm;
        this.headAt = clock.nanoTime();
    }

    /**
     * Moves what can be moved now.
     *
     * @return how the body ended; null where it goes on
     * @throws IOException where the client's end fails
     */
    StreamEnd.@Nullable Way goOn() throws IOException {
        if (pump.isAwaiting()) {
            return whileAwaiting();
        }
        switch (pump.run()) {
            case DONE -> {
                return StreamEnd.Way.COMPLETE;
            }
            case UPSTREAM_FAILED -> {
                return StreamEnd.Way.UPSTREAM_RESET;
            }
            case CLIENT_FULL -> alarmAt(Alarms.NEVER, Alarms.NEVER); // the client's own pace is not silence
            case UPSTREAM_PENDING -> awaitUpstream();
        }
        return null;
    }

    private void awaitUpstream() {
        long now = clock.nanoTime();
        long silent = pump.hasStarted() ? now + limits.idle() : headAt + limits.firstByte();
        alarmAt(silent, pump.isLingering() ? now + LINGER_NANOS : Alarms.NEVER);
    }

    private void alarmAt(long silent, long linger) {
        silentAt = silent;
        lingerUntil = linger;
        if (silent == Alarms.NEVER) {
            alarm.set(linger);
        } else {
            alarm.set(linger == Alarms.NEVER || silent - linger < 0 ? silent : linger);
        }
    }

    /** Woken by something other than the upstream: the alarm, or a client that takes what has lingered. */
    private StreamEnd.@Nullable Way whileAwaiting() throws IOException {
        long now = clock.nanoTime();
        if (now - silentAt >= 0) {
            return pump.hasStarted() ? StreamEnd.Way.IDLE_TIMEOUT : StreamEnd.Way.FIRST_CHUNK_TIMEOUT;
        }
        if (lingerUntil != Alarms.NEVER && now - lingerUntil >= 0) {
            alarmAt(silentAt, Alarms.NEVER);
            client.hurry();
        } else if (lingerUntil == Alarms.NEVER && client.isWritable()) {
            client.pause();
        }
        return null;
    }

    /** Whether every byte that the upstream announced is with the client. */
    boolean isAllPassedOn() {
        return pump.isAllPassedOn();
    }

    /** How the body ended, for the news. */
    StreamEnd ended(StreamEnd.Way way) {
        return new StreamEnd(way, pump.bytes(), TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - headAt));
    }
}
