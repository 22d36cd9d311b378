package dev.gatehouse.transport;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/**
 * The client's timer, which is gone once it has been stopped: the library's own leaves its thread to end by itself, and a
 * container that looks for leaks right after a stop would find it.
 */
final class TimerThread extends ScheduledExecutorScheduler {

    private static final long PATIENCE_SECONDS = 5;

    private final ScheduledThreadPoolExecutor executor;

    TimerThread(String name) {
        this(executor(name));
    }

    private TimerThread(ScheduledThreadPoolExecutor executor) {
        super(executor);
        this.executor = executor;
    }

    private static ScheduledThreadPoolExecutor executor(String name) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        executor.shutdownNow();
        boolean unused = executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
