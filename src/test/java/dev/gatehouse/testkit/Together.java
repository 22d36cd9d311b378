package dev.gatehouse.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Lets several threads do the same thing, all beginning at one moment. */
public final class Together {

    private Together() {}

    /**
     * Does {@code what} in {@code threads} threads of its own, {@code times} times in each.
     *
     * @return how many times it was true
     */
    public static int count(int threads, int times, Callable<Boolean> what) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService crowd = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> counts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                counts.add(crowd.submit(() -> {
                    start.await();
                    int count = 0;
                    for (int n = 0; n < times; n++) {
                        count += what.call() ? 1 : 0;
                    }
                    return count;
                }));
            }
            int all = 0;
            for (Future<Integer> count : counts) {
                all += count.get();
            }
            return all;
        } finally {
            crowd.shutdownNow();
        }
    }
}
