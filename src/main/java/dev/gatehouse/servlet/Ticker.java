package dev.gatehouse.servlet;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does something again and again, on a thread of its own that does not keep the JVM alive. There is none until it is
 * started.
 */
final class Ticker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Ticker.class);
    private static final long PATIENCE_SECONDS = 5;

    private final ScheduledExecutorService timer;

    Ticker(String threadName) {
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, threadName);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Runs {@code task}, which must not throw, with {@code pause} before each time. */
    void start(Duration pause, Runnable task) {
        long millis = pause.toMillis();
        var unused = timer.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Waits for a run under way: no thread of ours may outlive the application. */
    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("a thread of ours did not stop in time");
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
