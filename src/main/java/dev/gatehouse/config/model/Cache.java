package dev.gatehouse.config.model;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether and how long answers of a route are kept.
 *
 * @param enabled false keeps the settings and switches caching off; true by default
 * @param methods GET, HEAD or both, in upper case; both by default
 * @param ttl how long a 200 stays fresh, 1 to 31536000 seconds; 300 seconds by default
 * @param staleWhileRevalidate for how long after that it may be served while it is fetched anew, 0 to 31536000 seconds; 60
 *     seconds by default
 * @param contentTypes the media types of a 200 that are kept, as prefixes in lower case, at least one
 * @param staleIfError when an old answer stands in for a failure; null for never
 * @param lockMisses whether one request fetches what several are missing; true by default
 * @param statusTtl how long answers of a status stay fresh, 0 to 31536000 seconds, where 0 keeps none; empty by default
 * @param key what tells stored answers apart
 */
public record Cache(
        boolean enabled,
        List<String> methods,
        Duration ttl,
        Duration staleWhileRevalidate,
        List<String> contentTypes,
        @Nullable StaleIfError staleIfError,
        boolean lockMisses,
        Map<Integer, Duration> statusTtl,
        CacheKey key) {

    /** The media types that are kept when the route does not say. */
    public static final List<String> DEFAULT_CONTENT_TYPES =
            List.of("text/css", "text/javascript", "application/javascript", "image/", "font/");

    /** Copies lists and map. */
    public Cache {
        methods = List.copyOf(methods);
        contentTypes = List.copyOf(contentTypes);
        statusTtl = Collections.unmodifiableMap(new TreeMap<>(statusTtl));
    }
}
