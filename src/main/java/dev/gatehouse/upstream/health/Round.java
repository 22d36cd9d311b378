package dev.gatehouse.upstream.health;

import dev.gatehouse.transport.ProbeAnswer;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One round of probes: all are sent, no more than so many at once, in the order given. Each that ends makes room for the
 * next.
 *
 * <p>Threads: probes may end on any.
 */
final class Round {

    private final Prober prober;
    private final Queue<Check> waiting; // guarded by this
    private final Map<Check, Boolean> results = new LinkedHashMap<>(); // guarded by this
    private int left; // guarded by this
    private final CompletableFuture<Map<Check, Boolean>> done = new CompletableFuture<>();

    private Round(List<Check> checks, Prober prober) {
        this.prober = prober;
        this.waiting = new ArrayDeque<>(checks);
        this.left = checks.size();
    }

    /**
     * Runs a round.
     *
     * @param concurrency how many probes are under way at most
     * @return for each check whether its upstream is well; settles when the last probe has ended
     */
    static CompletionStage<Map<Check, Boolean>> run(List<Check> checks, int concurrency, Prober prober) {
        Round round = new Round(checks, prober);
        if (checks.isEmpty()) {
            round.done.complete(Map.of());
        }
        for (int i = 0; i < Math.min(concurrency, checks.size()); i++) {
            round.askNext();
        }
        return round.done;
    }

    /** Asks until one does not answer at once, which then goes on when it has. */
    private void askNext() {
        for (Check check = next(); check != null; check = next()) {
            Check asked = check;
            CompletableFuture<ProbeAnswer> answer = ask(asked);
            if (!answer.isDone()) {
                var unused = answer.whenComplete((came, failure) -> {
                    ended(asked, came);
                    askNext();
                });
                return;
            }
            ended(asked, answer.isCompletedExceptionally() ? null : answer.join());
        }
    }

    private CompletableFuture<ProbeAnswer> ask(Check check) {
        try {
            return prober.ask(check.probe()).toCompletableFuture();
        } catch (RuntimeException broken) {
            return CompletableFuture.failedFuture(broken); // or the round would never end, and none come after it
        }
    }

    private synchronized @Nullable Check next() {
        return waiting.poll();
    }

    private void ended(Check check, @Nullable ProbeAnswer answer) {
        boolean well = answer != null && Wellness.isShownBy(answer, check.policy());
        Map<Check, Boolean> all = null;
        synchronized (this) {
            results.put(check, well);
            left--;
            if (left == 0) {
                all = Map.copyOf(results);
            }
        }
        if (all != null) {
            done.complete(all); // outside of the lock: much may go on from here
        }
    }
}
