package dev.gatehouse.forward;

import dev.gatehouse.body.BodySource;
import java.util.concurrent.CancellationException;

/**
 * Reads a response body away that nobody wants, so that its connection can be used again. One that turns out to be large
 * is given up with its connection instead.
 *
 * <p>Threads: confined to the body's reader.
 */
final class Drain implements Runnable {

    private static final int MAX_BYTES = 64 * 1024;

    private final BodySource body;
    private int read;

    private Drain(BodySource body) {
        this.body = body;
    }

    static void away(BodySource body) {
        if (body.length() > MAX_BYTES) {
            body.cancel(new CancellationException("not wanted"));
        } else {
            new Drain(body).run();
        }
    }

    @Override
    public void run() {
        while (true) {
            switch (body.next()) {
                case CHUNK -> {
                    read += body.chunk().remaining();
                    body.release();
                    if (read > MAX_BYTES) {
                        body.cancel(new CancellationException("not wanted"));
                        return;
                    }
                }
                case PENDING -> {
                    body.demand(this);
                    return;
                }
                default -> {
                    return;
                }
            }
        }
    }
}
