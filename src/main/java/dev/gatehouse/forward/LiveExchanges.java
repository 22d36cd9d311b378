package dev.gatehouse.forward;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The exchanges under way, for those who look after all of them: draining on stop, and the watch for clients that leave
 * without a word.
 *
 * <p>Threads: shared.
 */
public final class LiveExchanges {

    private final Set<Exchange> live = ConcurrentHashMap.newKeySet();

    void add(Exchange exchange) {
        live.add(exchange);
    }

    void remove(Exchange exchange) {
        live.remove(exchange);
    }

    /** How many are under way. */
    public int count() {
        return live.size();
    }

    /** Breaks off whatever is still under way; each client sees its response broken or gets a failure. */
    public void breakOffAll() {
        live.forEach(Exchange::breakOff);
    }
}
