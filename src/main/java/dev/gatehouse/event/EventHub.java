package dev.gatehouse.event;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands news on to all listeners. One that throws is reported once and left out from then on; the others go on.
 *
 * <p>Threads: shared.
 */
public final class EventHub implements Events {

    private static final Logger LOG = LoggerFactory.getLogger(EventHub.class);

    private final CopyOnWriteArrayList<Events> listeners;

    /** A hub for {@code listeners}. */
    public EventHub(List<Events> listeners) {
        this.listeners = new CopyOnWriteArrayList<>(listeners);
    }

    @Override
    public void proxied(ProxyEvent event) {
        for (Events listener : listeners) {
            try {
                listener.proxied(event);
            } catch (RuntimeException failure) {
                if (listeners.remove(listener)) {
                    LOG.error(
                            "a listener failed and hears no more events: {}",
                            listener.getClass().getName(),
                            failure);
                }
            }
        }
    }
}
