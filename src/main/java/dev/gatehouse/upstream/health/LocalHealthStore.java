package dev.gatehouse.upstream.health;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Keeps what is known in the memory of this node, until it stops.
 *
 * <p>Threads: shared; the document is replaced as a whole and read without a lock.
 */
public final class LocalHealthStore implements HealthStore {

    private volatile HealthDocument document = HealthDocument.EMPTY;

    @Override
    public HealthDocument current() {
        return document;
    }

    @Override
    public HealthDocument stored() {
        return document;
    }

    @Override
    public synchronized void patch(String service, Map<String, Boolean> flags) {
        if (document.lacks(service, flags)) {
            document = document.patched(Map.of(service, flags));
        }
    }

    @Override
    public synchronized CompletionStage<Boolean> replace(HealthDocument round, Set<String> kept) {
        document = document.replaced(round, kept);
        return CompletableFuture.completedStage(true);
    }

    @Override
    public synchronized void retain(Map<String, Set<String>> names) {
        document = document.only(names);
    }

    @Override
    public void close() {
        // nothing runs
    }
}
