package dev.gatehouse.guard.limit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * One bucket to be counted, and whoever waits for the answer.
 *
 * <p>Threads: answered by any; the first answer counts.
 */
final class Question {

    private final Bucket bucket;
    private final Executor handOver;
    private final CompletableFuture<Tally> answer = new CompletableFuture<>();

    /**
     * A question.
     *
     * @param handOver where whoever waits goes on
     */
    Question(Bucket bucket, Executor handOver) {
        this.bucket = bucket;
        this.handOver = handOver;
    }

    Bucket bucket() {
        return bucket;
    }

    CompletableFuture<Tally> answer() {
        return answer;
    }

    /** Answers, on a thread of {@code handOver}: going on with a request is no work for the thread that talks to Redis. */
    void settle(Tally tally) {
        if (answer.isDone()) {
            return;
        }
        try {
            handOver.execute(() -> answer.complete(tally));
        } catch (RejectedExecutionException stopping) {
            answer.complete(tally);
        }
    }
}
