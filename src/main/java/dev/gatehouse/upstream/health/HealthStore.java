package dev.gatehouse.upstream.health;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Keeps what is known of upstreams, for this node or for all. Nothing here waits, and nothing throws: what cannot be
 * stored still holds on this node.
 *
 * <p>Threads: shared.
 */
public interface HealthStore extends AutoCloseable {

    /** What routing goes by: what is stored, and what this node knows better. */
    HealthDocument current();

    /** What is stored, as far as has been seen. */
    HealthDocument stored();

    /** Notes what was learnt of some upstreams of a service. It holds here at once. Nothing happens where nothing changes. */
    void patch(String service, Map<String, Boolean> flags);

    /**
     * Notes what a round of probes found, all at once.
     *
     * @param kept services that it says nothing of and that stay as they are; others are forgotten
     * @return whether it is stored; settles on any thread but that of an I/O wait
     */
    CompletionStage<Boolean> replace(HealthDocument round, Set<String> kept);

    /** Forgets what this node alone knows of others than these, by service. */
    void retain(Map<String, Set<String>> names);

    /** Ends what runs for it. */
    @Override
    void close();
}
