package dev.gatehouse.guard.limit;

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
import redis.clients.jedis.exceptions.JedisDataException;

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
    private static final long PAUSE_MILLIS = 1_000;
    private static final long IDLE_MILLIS = 5_000;
    private static final long STOP_SECONDS = 5;

    private final RedisAddress address;
    private final RedisSockets sockets;
    private final Executor handOver;
    private final BlockingQueue<Question> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final CountDownLatch firstTry = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "gatehouse-limiters");
    private volatile boolean open;
    private volatile boolean closed;
    private boolean complained; // by the own thread

    /**
     * Not yet connected.
     *
     * @param tls opens sockets for an address that wants TLS
     * @param handOver where requests go on when they have been counted
     */
    RedisCounters(RedisAddress address, SSLSocketFactory tls, Executor handOver) {
        this.address = address;
        this.sockets = new RedisSockets(address, tls, RedisLine.TIMEOUT_MILLIS);
        this.handOver = handOver;
        thread.setDaemon(true);
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

    private void run() {
        while (!closed) {
            try (RedisLine line = new RedisLine(address, sockets)) {
                opened();
                try {
                    serve(line);
                } finally {
                    open = false; // before anything else: closing a line may take a moment
                }
            } catch (RuntimeException failure) { // whatever it is, the next connection may do better
                complain(failure);
            } catch (InterruptedException stopping) {
                closed = true;
            } finally {
                sockets.close(); // also where the line broke before there was one
                firstTry.countDown();
                refuseWaiting();
            }
            pause();
        }
        refuseWaiting();
    }

    private void opened() {
        open = true;
        firstTry.countDown();
        if (complained) {
            LOG.info("Redis counts again");
            complained = false;
        }
    }

    private void serve(RedisLine line) throws InterruptedException {
        List<Question> batch = new ArrayList<>(BATCH);
        while (!closed) {
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

    /** Once per outage. Neither address nor user is told: they are parts of a secret. */
    private void complain(RuntimeException failure) {
        if (!complained && !closed) {
            complained = true;
            LOG.warn("Redis does not count ({}); limiters follow limiterFailure until it does", cause(failure));
        }
    }

    private static String cause(RuntimeException failure) {
        String message = failure.getMessage();
        if (failure instanceof JedisDataException && message != null) {
            return message.split("\\s", 2)[0]; // the server's code, such as NOPERM or WRONGPASS
        }
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getClass().getSimpleName();
    }

    private void pause() {
        try {
            if (!closed) {
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException stopping) {
            closed = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        sockets.close();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
            if (thread.isAlive()) {
                LOG.warn("the thread that talks to Redis did not stop in time");
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
