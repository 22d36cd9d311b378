package dev.gatehouse.transport;

import dev.gatehouse.body.BodySource;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reads a response body away that nobody wants, so that its connection can be used again. One that turns out to be large, or
 * takes its time, is given up with its connection instead.
 *
 * <p>Threads: the body's reader and the alarm, one at a time.
 */
public final class Drain implements Runnable {

    /** How long the rest of a body may take. */
    public static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int MAX_BYTES = 64 * 1024;

    /** Whose the body is. */
    private enum Turn {
        /** Bytes are being read. */
        READER,
        /** Bytes are awaited. */
        NOBODY,
        /** The time is over; whoever sees it while nobody reads gives the body up. */
        OVER
    }

    private final BodySource body;
    private final Alarms.Alarm alarm;
    private final long end;
    private final AtomicReference<Turn> turn = new AtomicReference<>(Turn.READER);
    private int read;
    private boolean waited;

    private Drain(BodySource body, Alarms alarms) {
        this.body = body;
        this.alarm = alarms.open(this::tooSlow);
        this.end = alarms.nanoTime() + PATIENCE_NANOS;
    }

    /** Reads {@code body} away; from here on it belongs to nobody else. */
    public static void away(BodySource body, Alarms alarms) {
        if (body.length() > MAX_BYTES) {
            giveUp(body);
        } else {
            new Drain(body, alarms).read();
        }
    }

    private static void giveUp(BodySource body) {
        body.cancel(new CancellationException("not wanted"));
    }

    private void tooSlow() {
        if (turn.getAndSet(Turn.OVER) == Turn.NOBODY) {
            end();
        }
    }

    private void end() {
        alarm.close();
        giveUp(body);
    }

    @Override
    public void run() {
        if (turn.compareAndSet(Turn.NOBODY, Turn.READER)) {
            read();
        }
    }

    private void read() {
        while (true) {
            switch (body.next()) {
                case CHUNK -> {
                    read += body.chunk().remaining();
                    body.release();
                    if (read > MAX_BYTES) {
                        end();
                        return;
                    }
                }
                case PENDING -> {
                    awaitMore();
                    return;
                }
                default -> {
                    alarm.close();
                    return;
                }
            }
        }
    }

    private void awaitMore() {
        if (!waited) { // most bodies are there already, and need no alarm
            waited = true;
            alarm.set(end);
        }
        if (turn.compareAndSet(Turn.READER, Turn.NOBODY)) {
            body.demand(this);
        } else {
            end();
        }
    }
}
