package dev.gatehouse.config.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How requests are counted.
 *
 * @param limiters what routes may refer to, each name once; none by default
 * @param redis the name of the secret that holds the address of the store that all nodes share; null where each node
 *     counts for itself
 * @param onFailure what becomes of a request that cannot be counted because the store is gone; {@link OnFailure#REFUSE} by
 *     default
 */
public record RateSettings(List<Limiter> limiters, @Nullable String redis, OnFailure onFailure) {

    /** What becomes of a request that cannot be counted. */
    public enum OnFailure {
        /** It is refused: nothing passes uncounted. */
        REFUSE,
        /** It is let in: an outage of the store is not one of the service. */
        ADMIT
    }

    /** Copies the list. */
    public RateSettings {
        limiters = List.copyOf(limiters);
    }
}
