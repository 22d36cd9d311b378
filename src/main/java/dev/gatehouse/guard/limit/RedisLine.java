package dev.gatehouse.guard.limit;

import dev.gatehouse.redis.RedisThread;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/**
 * One connection to Redis that counts. Many questions go out together and are answered in one round trip.
 *
 * <p>Anything but a proper answer breaks it, an error of the server included: a server that has become a replica, or
 * refuses to write, keeps its connections and is of no use.
 *
 * <p>Threads: confined to one.
 */
final class RedisLine {

    /** How long the answer to a batch may take, in milliseconds: as long as a connection may take to come about. */
    static final int TIMEOUT_MILLIS = RedisThread.TIMEOUT_MILLIS;

    private static final String PREFIX = "gatehouse:rl:";

    /**
     * Counts, and lets the window end with the period. Sent as a whole each time: Redis remembers scripts it has seen by
     * their text, and a server that has been restarted needs no other treatment than one that has not.
     */
    private static final byte[] SCRIPT = bytes("local n=redis.call('INCR',KEYS[1]) local t=redis.call('PTTL',KEYS[1]) "
            + "if t<0 then redis.call('PEXPIRE',KEYS[1],ARGV[1]) t=tonumber(ARGV[1]) end return {n,t}");

    private static final byte[] ONE_KEY = bytes("1");

    private final Connection connection;

    /** Counts over {@code connection}, which somebody else closes. */
    RedisLine(Connection connection) {
        this.connection = connection;
    }

    /** Makes sure, by counting a bucket of its own, that counting works. */
    void probe() {
        send("probe", 1_000);
        tally(connection.getOne());
    }

    /** Asks all {@code questions} and settles each as its answer comes. Those that are left when this throws are not. */
    void ask(List<Question> questions) {
        for (Question question : questions) {
            Bucket bucket = question.bucket();
            send(bucket.text(), TimeUnit.NANOSECONDS.toMillis(bucket.periodNanos()));
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS);
        for (Question question : questions) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            connection.setSoTimeout((int) Math.max(1, left)); // 0 would be for ever
            question.settle(tally(connection.getOne()));
        }
        connection.setSoTimeout(TIMEOUT_MILLIS);
    }

    private void send(String bucket, long periodMillis) {
        connection.sendCommand(
                Command.EVAL, SCRIPT, ONE_KEY, bytes(PREFIX + bucket), bytes(Long.toString(periodMillis)));
    }

    private static Tally tally(Object reply) {
        if (reply instanceof List<?> pair
                && pair.size() == 2
                && pair.get(0) instanceof Long used
                && pair.get(1) instanceof Long millisLeft) {
            return new Tally.Counted(used, Math.max(1, millisLeft));
        }
        throw new JedisException("an answer that is none");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
