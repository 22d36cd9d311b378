package dev.gatehouse.redis;

import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The one thread that talks to a Redis for somebody, so that nobody else waits for it. It opens a connection, lets a task
 * use it, and opens the next a second after one has broken, for as long as it takes.
 *
 * <p>What goes wrong is told once per outage, and that it works again once too.
 *
 * <p>Threads: started and closed by any; the task runs on the one thread, which does not keep the JVM alive.
 */
public final class RedisThread implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RedisThread.class);

    /** How long a connection, a handshake and each read may take, in milliseconds. */
    public static final int TIMEOUT_MILLIS = 500;

    private static final long PAUSE_MILLIS = 1_000;
    private static final long STOP_SECONDS = 5;

    /** What is done with a Redis. All methods are called on the one thread. */
    public interface Task {

        /**
         * Uses a connection until it breaks, which any exception but that of an interruption stands for.
         *
         * @param usable to be told once the connection has proved to be of use; an outage ends with that
         * @throws InterruptedException where everything is to end
         */
        void serve(Connection connection, Usable usable) throws InterruptedException;

        /** There is no connection now: after each that broke, each that did not come about, and at the end. */
        void disconnected();

        /**
         * An outage has begun.
         *
         * @param cause a word or two without any part of the address
         */
        void broken(String cause);

        /** The outage is over. */
        void mended();
    }

    /** Hears that a connection is of use. */
    public interface Usable {

        /** It is. */
        void proven();
    }

    private final RedisSockets sockets;
    private final Task task;
    private final Thread thread;
    private volatile boolean closed;
    private boolean complained; // by the own thread

    /**
     * Not yet running.
     *
     * @param name the thread's
     * @param tls opens sockets for an address that wants TLS
     */
    public RedisThread(String name, RedisAddress address, SSLSocketFactory tls, Task task) {
        this.sockets = new RedisSockets(address, tls, TIMEOUT_MILLIS);
        this.task = task;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Begins to connect. */
    public void start() {
        thread.start();
    }

    private void run() {
        while (!closed) {
            try (Connection connection = sockets.open()) {
                task.serve(connection, this::proven);
            } catch (RuntimeException failure) { // whatever it is, the next connection may do better
                complain(failure);
            } catch (InterruptedException stopping) {
                closed = true;
            } finally {
                sockets.close(); // also where it broke before there was a connection
                task.disconnected();
            }
            pause();
        }
        task.disconnected();
    }

    private void proven() {
        if (complained) {
            complained = false;
            task.mended();
        }
    }

    /** Once per outage. Neither address nor user is told: they are parts of a secret. */
    private void complain(RuntimeException failure) {
        if (!complained && !closed) {
            complained = true;
            task.broken(cause(failure));
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

    /** Ends the connection and the thread, and waits for that a few seconds at most. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        sockets.close();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
            if (thread.isAlive()) {
                LOG.warn("the thread {} did not stop in time", thread.getName());
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
