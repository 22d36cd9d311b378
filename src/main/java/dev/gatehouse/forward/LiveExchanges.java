package dev.gatehouse.forward;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

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

    /** Hands the client's end of each exchange that is older than {@code nanos} to {@code each}. */
    public void forEachOlderThan(long nanos, Consumer<ClientSide> each) {
        for (Exchange exchange : live) {
            if (exchange.ageNanos() > nanos) {
                each.accept(exchange.client());
            }
        }
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
