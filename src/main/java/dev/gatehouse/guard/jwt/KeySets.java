package dev.gatehouse.guard.jwt;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The key sets of all issuers, by the URL they are published at. One object serves every route of every table that a
 * deployment is given, so that a new table finds the keys that the old one knew.
 *
 * <p>Of more than {@value #MAX_SETS} URLs the one that has not been asked for the longest is forgotten: a table that still
 * uses it keeps its keys, and the next table fetches them anew. There is nothing to close, since nothing runs by itself.
 *
 * <p>Threads: shared; guarded by its lock, which requests do not take.
 */
public final class KeySets {

    static final int MAX_SETS = 256;

    private final KeyFetch fetch;
    private final LongSupplier clock;

    private final Map<URI, KeySource> sources = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<URI, KeySource> eldest) {
            return size() > MAX_SETS;
        }
    };

    /**
     * No keys yet.
     *
     * @param fetch gets them
     * @param clock nanoseconds from any start, never going back
     */
    public KeySets(KeyFetch fetch, LongSupplier clock) {
        this.fetch = fetch;
        this.clock = clock;
    }

    /** The keys published at {@code url}; nothing is fetched until they are asked for. */
    synchronized KeySource at(URI url) {
        return sources.computeIfAbsent(url, where -> new KeySource(where, fetch, clock));
    }
}
