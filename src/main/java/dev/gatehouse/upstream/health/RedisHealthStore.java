package dev.gatehouse.upstream.health;

import dev.gatehouse.redis.RedisAddress;
import dev.gatehouse.redis.RedisThread;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;

/**
 * Keeps what is known in a Redis that all nodes share, as one document under one key. It is read every second, so that a
 * node sees what another has learnt; what this one learns goes out at once, and what comes within a tenth of a second after
 * goes out together.
 *
 * <p>Without Redis nothing is lost but the sharing: what this node learns holds here and goes out when Redis is back. A
 * Redis that comes back without the document is given what this node knew.
 *
 * <p>Threads: shared; one of its own talks to Redis and does not keep the JVM alive. Both documents are replaced as a whole
 * and read without a lock.
 */
public final class RedisHealthStore implements HealthStore {

    private static final Logger LOG = LoggerFactory.getLogger(RedisHealthStore.class);

    /** The key where nothing else is set. */
    public static final String DEFAULT_KEY = "gatehouse:health";

    private static final long READ_MILLIS = 1_000;
    private static final long BETWEEN_PATCHES_MILLIS = 100;

    private final String key;
    private final Executor handOver;
    private final RedisThread thread;
    private final Queue<Storing> rounds = new ArrayDeque<>(); // guarded by this
    private final Map<String, Map<String, Boolean>> unsent = new LinkedHashMap<>(); // guarded by this
    private boolean open; // guarded by this
    private volatile HealthDocument stored = HealthDocument.EMPTY; // written under the lock of this
    private volatile HealthDocument current = HealthDocument.EMPTY; // written under the lock of this

    /**
     * A store that begins to connect at once.
     *
     * @param key where the document is, such as {@link #DEFAULT_KEY}
     * @param tls opens sockets for an address that wants TLS
     * @param handOver where those go on who wait for a round to be stored
     */
    public static RedisHealthStore start(RedisAddress address, String key, SSLSocketFactory tls, Executor handOver) {
        RedisHealthStore store = new RedisHealthStore(address, key, tls, handOver);
        store.thread.start();
        return store;
    }

    private RedisHealthStore(RedisAddress address, String key, SSLSocketFactory tls, Executor handOver) {
        this.key = key;
        this.handOver = handOver;
        this.thread = new RedisThread("gatehouse-health", address, tls, new Sharing());
    }

    @Override
    public HealthDocument current() {
        return current;
    }

    @Override
    public HealthDocument stored() {
        return stored;
    }

    @Override
    public synchronized void patch(String service, Map<String, Boolean> flags) {
        if (current.lacks(service, flags)) {
            learn(service, flags);
            notifyAll();
        }
    }

    /** Goes out soon, and holds here from now on. */
    private synchronized void learn(String service, Map<String, Boolean> flags) {
        unsent.computeIfAbsent(service, unknown -> new LinkedHashMap<>()).putAll(flags);
        current = stored.patched(unsent);
    }

    /** What was found holds here from now on, also where it cannot be stored as a whole; then it goes out as news do. */
    @Override
    public CompletionStage<Boolean> replace(HealthDocument document, Set<String> kept) {
        Storing round = new Storing(document, Set.copyOf(kept), new CompletableFuture<>());
        if (!accepts(round)) {
            settle(round, false);
        }
        return round.stored;
    }

    private synchronized boolean accepts(Storing round) {
        round.document.services().forEach(this::learn); // in place of older news of the same upstreams
        if (open) {
            rounds.add(round);
            notifyAll();
        }
        return open;
    }

    private void settle(Storing round, boolean isStored) {
        try {
            handOver.execute(() -> round.stored.complete(isStored));
        } catch (RejectedExecutionException stopped) {
            round.stored.complete(isStored); // at the end of everything, whoever waits must still be told
        }
    }

    @Override
    public synchronized void retain(Map<String, Set<String>> names) {
        unsent.keySet().retainAll(names.keySet());
        unsent.forEach((service, flags) -> flags.keySet().retainAll(names.getOrDefault(service, Set.of())));
        current = stored.patched(unsent);
    }

    /** What a round of probes found, on its way to Redis. */
    private record Storing(HealthDocument document, Set<String> kept, CompletableFuture<Boolean> stored) {}

    /** What the thread does with a connection. */
    private final class Sharing implements RedisThread.Task {

        @Override
        public void serve(Connection connection, RedisThread.Usable usable) throws InterruptedException {
            RedisHealthLine line = new RedisHealthLine(connection, key);
            line.probe();
            read(line);
            usable.proven();
            opened(true);
            try {
                while (true) {
                    step(line);
                }
            } finally {
                opened(false);
            }
        }

        private void step(RedisHealthLine line) throws InterruptedException {
            Storing round = awaitWork();
            if (round != null) {
                store(round, line);
                return;
            }
            Map<String, Map<String, Boolean>> patch = taken();
            if (patch.isEmpty()) {
                read(line);
            } else {
                took(patch, line.patch(patch));
                TimeUnit.MILLISECONDS.sleep(BETWEEN_PATCHES_MILLIS); // rounds can wait for that too
            }
        }

        @Override
        public void disconnected() {
            for (Storing round = nextRound(); round != null; round = nextRound()) {
                settle(round, false);
            }
        }

        @Override
        public void broken(String cause) {
            LOG.warn("Redis does not keep the health of upstreams ({}); each node goes by what it knows itself", cause);
        }

        @Override
        public void mended() {
            LOG.info("Redis keeps the health of upstreams again");
        }
    }

    /** Whether Redis has proved to be of use, and has not failed since. */
    synchronized boolean isOpen() {
        return open;
    }

    private synchronized void opened(boolean now) {
        open = now;
    }

    private synchronized @Nullable Storing nextRound() {
        return rounds.poll();
    }

    /** Waits until there is something to send, or it is time to read. */
    private synchronized @Nullable Storing awaitWork() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(READ_MILLIS);
        long left = READ_MILLIS;
        while (rounds.isEmpty() && unsent.isEmpty() && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
        return rounds.poll();
    }

    private void store(Storing round, RedisHealthLine line) {
        boolean isStored = false;
        try {
            took(round.document.services(), line.replace(round.document, round.kept));
            isStored = true;
        } finally {
            settle(round, isStored);
        }
    }

    private synchronized Map<String, Map<String, Boolean>> taken() {
        Map<String, Map<String, Boolean>> patch = new LinkedHashMap<>();
        unsent.forEach((service, flags) -> patch.put(service, new LinkedHashMap<>(flags)));
        return patch;
    }

    private synchronized void took(Map<String, Map<String, Boolean>> sent, HealthDocument after) {
        sent.forEach(this::strikeOut);
        take(after);
    }

    /** Has gone out; what was learnt in the meantime stays. */
    private synchronized void strikeOut(String service, Map<String, Boolean> flags) {
        Map<String, Boolean> left = Objects.requireNonNullElse(unsent.get(service), new LinkedHashMap<>());
        left.entrySet().removeAll(flags.entrySet());
        if (left.isEmpty()) {
            unsent.remove(service);
        }
    }

    /** Sees what is there. Where it is lost, what was there is put back, unless others have begun anew meanwhile. */
    private void read(RedisHealthLine line) {
        HealthDocument read = line.read();
        if (read != null) {
            take(read);
        } else if (!stored.services().isEmpty()) {
            take(line.fill(stored.services()));
        }
    }

    private synchronized void take(HealthDocument read) {
        stored = read;
        current = stored.patched(unsent);
    }

    @Override
    public void close() {
        thread.close();
    }
}
