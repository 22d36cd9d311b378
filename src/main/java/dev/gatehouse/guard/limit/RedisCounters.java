package dev.gatehouse.guard.limit;

import dev.gatehouse.redis.RedisAddress;
import dev.gatehouse.redis.RedisThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;

/**
 * Counts in a Redis that all nodes share, over one connection: whatever has queued up while an answer was on its way goes
 * out together in the next round trip, so that the distance to Redis bounds the wait and not the number of requests.
 *
 * <p>Nobody waits for long: {@value RedisLine#TIMEOUT_MILLIS} ms until the question is asked, and as long again for the
 * answer. One that takes longer breaks the connection; all who wait then, and all who come until a new connection has proved
 * itself, are told at once that nobody can tell. So an outage costs the requests under way a moment, and those after them
 * nothing.
 *
 * <p>Threads: {@link #count} from any; one of its own talks to Redis and does not keep the JVM alive.
 */
final class RedisCounters implements Counters {

    private static final Logger LOG = LoggerFactory.getLogger(RedisCounters.class);

    /** More who wait at once are told that nobody can tell. */
    static final int MOST_WAITING = 4_096;

    /** More than this do not go out together; a batch has to fit into the send buffer of a socket. */
    private static final int BATCH = 64;

    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(RedisLine.TIMEOUT_MILLIS);
    private static final long IDLE_MILLIS = 5_000;

    private final Executor handOver;
    private final BlockingQueue<Question> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final CountDownLatch firstTry = new CountDownLatch(1);
    private final RedisThread thread;
    private volatile boolean open;

    /**
     * Not yet connected.
     *
     * @param tls opens sockets for an address that wants TLS
     * @param handOver where requests go on when they have been counted
     */
    RedisCounters(RedisAddress address, SSLSocketFactory tls, Executor handOver) {
        this.handOver = handOver;
        this.thread = new RedisThread("gatehouse-limiters", address, tls, new Counting());
    }

    /** Connects, and gives it a moment, so that the first requests are not refused. */
    RedisCounters start() {
        thread.start();
        try {
            boolean unused = firstTry.await(2L * RedisLine.TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        return this;
    }

    @Override
    public Tally count(Bucket bucket) {
        if (!open) {
            return Tally.UNKNOWN;
        }
        Question question = new Question(bucket, handOver, System.nanoTime());
        if (!waiting.offer(question)) {
            return Tally.UNKNOWN;
        }
        if (!open && waiting.remove(question)) { // the connection broke, and its queue was cleared, in between
            return Tally.UNKNOWN;
        }
        return new Tally.Awaited(question.answer());
    }

    /** What the thread does with a connection. */
    private final class Counting implements RedisThread.Task {

        @Override
        public void serve(Connection connection, RedisThread.Usable usable) throws InterruptedException {
            RedisLine line = new RedisLine(connection);
            line.probe();
            open = true;
            firstTry.countDown();
            usable.proven();
            try {
                answer(line);
            } finally {
                open = false; // before anything else: closing a connection may take a moment
            }
        }

        @Override
        public void disconnected() {
            firstTry.countDown();
            refuseWaiting();
        }

        @Override
        public void broken(String cause) {
            LOG.warn("Redis does not count ({}); limiters follow limiterFailure until it does", cause);
        }

        @Override
        public void mended() {
            LOG.info("Redis counts again");
        }
    }

    private void answer(RedisLine line) throws InterruptedException {
        List<Question> batch = new ArrayList<>(BATCH);
        while (true) {
            Question first = waiting.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
            if (first == null) {
                line.probe(); // keeps it open, and notices an outage before a request does
                continue;
            }
            batch.add(first);
            waiting.drainTo(batch, BATCH - 1);
            try {
                batch.removeIf(RedisCounters::hasWaitedTooLong);
                line.ask(batch);
            } finally {
                batch.forEach(question -> question.settle(Tally.UNKNOWN)); // nothing where it has been answered
                batch.clear();
            }
        }
    }

    /** Where Redis is slower than requests come, the oldest are given up, so that nobody waits for all who came before. */
    private static boolean hasWaitedTooLong(Question question) {
        boolean tooLong = question.isOlderThan(PATIENCE_NANOS, System.nanoTime());
        if (tooLong) {
            question.settle(Tally.UNKNOWN);
        }
        return tooLong;
    }

    private void refuseWaiting() {
        for (Question question = waiting.poll(); question != null; question = waiting.poll()) {
            question.settle(Tally.UNKNOWN);
        }
    }

    @Override
    public void close() {
        thread.close();
    }
}
