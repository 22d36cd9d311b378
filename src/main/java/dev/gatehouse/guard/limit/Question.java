package dev.gatehouse.guard.limit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * One bucket to be counted, and whoever waits for the answer.
 *
 * <p>Threads: made by any, settled by the one that talks to Redis; whoever waits goes on where it is handed over to.
 */
final class Question {

    private final Bucket bucket;
    private final Executor handOver;
    private final long madeAt;
    private final CompletableFuture<Tally> answer = new CompletableFuture<>();
    private boolean settled; // by the thread that talks to Redis

    /**
     * A question.
     *
     * @param handOver where whoever waits goes on
     * @param now nanoseconds
     */
    Question(Bucket bucket, Executor handOver, long now) {
        this.bucket = bucket;
        this.handOver = handOver;
        this.madeAt = now;
    }

    Bucket bucket() {
        return bucket;
    }

    CompletableFuture<Tally> answer() {
        return answer;
    }

    /** Whether it has waited for longer than {@code nanos}. */
    boolean isOlderThan(long nanos, long now) {
        return now - madeAt > nanos;
    }

    /**
     * Answers; the first answer counts. It arrives on a thread of the executor: going on with a request is no work for the
     * thread that talks to Redis.
     */
    void settle(Tally tally) {
        if (settled) {
            return;
        }
        settled = true; // and not only once it has arrived, or a second answer could overtake the first
        try {
            handOver.execute(() -> answer.complete(tally));
        } catch (RejectedExecutionException stopping) {
            answer.complete(tally);
        }
    }
}
