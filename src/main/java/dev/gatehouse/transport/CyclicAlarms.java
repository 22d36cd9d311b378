package dev.gatehouse.transport;

import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.CyclicTimeouts;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Alarms over one {@link CyclicTimeouts}: a set per alarm, one scheduler task for all of them.
 *
 * <p>Threads: shared. The set of open alarms is concurrent; the time of each is volatile.
 */
final class CyclicAlarms implements Alarms, AutoCloseable {

    private final Set<Entry> open = ConcurrentHashMap.newKeySet();
    private final Timeouts timeouts;
    private final Executor workers;

    CyclicAlarms(Scheduler scheduler, Executor workers) {
        this.timeouts = new Timeouts(scheduler);
        this.workers = workers;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Alarm open(Runnable ring) {
        return new Entry(ring);
    }

    @Override
    public void close() {
        timeouts.destroy();
        open.clear();
    }

    private final class Timeouts extends CyclicTimeouts<Entry> {

        Timeouts(Scheduler scheduler) {
            super(scheduler);
        }

        @Override
        protected Iterator<Entry> iterator() {
            return open.iterator();
        }

        @Override
        protected boolean onExpired(Entry entry) {
            long due = entry.at.get();
            // The alarm may have been set anew meanwhile; then this was not its time.
            if (due - nanoTime() <= 0 && entry.at.compareAndSet(due, NEVER)) {
                workers.execute(entry.ring); // the scheduler's thread serves everyone
            }
            return false;
        }
    }

    /** {@code listed} is touched by the exchange that owns the alarm, one call at a time. */
    private final class Entry implements Alarm, CyclicTimeouts.Expirable {

        private final Runnable ring;
        private final AtomicLong at = new AtomicLong(NEVER);
        private boolean listed;

        Entry(Runnable ring) {
            this.ring = ring;
        }

        @Override
        public void set(long nanoTime) {
            at.set(nanoTime);
            if (nanoTime == NEVER) {
                return;
            }
            if (!listed) {
                listed = true;
                open.add(this);
            }
            timeouts.schedule(this);
        }

        @Override
        public void close() {
            at.set(NEVER);
            if (listed) {
                open.remove(this);
            }
        }

        @Override
        public long getExpireNanoTime() {
            return at.get();
        }
    }
}
