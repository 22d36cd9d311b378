package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private static final List<String> METHODS = List.of("GET", "HEAD");
    private static final int MAX_SECONDS = 31_536_000;

    private static final Expectation<String> METHOD = Expectation.text("GET or HEAD", method -> {
        String upper = Grammar.upper(method);
        return METHODS.contains(upper) ? upper : null;
    });

    private static final Set<Integer> NEVER_KEPT = Set.of(204, 206, 304);

    private static final Expectation<Integer> STATUS =
            Expectation.text("a status from 200 to 499 other than 204, 206 and 304", Cache::status);

    static Cache read(Section in) {
        Cache cache = new Cache(
                in.value("enabled", Expectation.FLAG).orElse(true),
                Grammar.distinct(
                        in.list("methods", 1, Section.UNBOUNDED, METHOD).orElse(METHODS)),
                in.value("ttlSeconds", Expectation.seconds(1, MAX_SECONDS)).orElse(Duration.ofSeconds(300)),
                in.value("staleWhileRevalidateSeconds", Expectation.seconds(0, MAX_SECONDS))
                        .orElse(Duration.ofSeconds(60)),
                in.list("contentTypes", 1, Section.UNBOUNDED, Grammar.TYPE_PREFIX)
                        .orElse(DEFAULT_CONTENT_TYPES),
                in.section("staleIfError").map(StaleIfError::read).orElse(null),
                in.value("lockMisses", Expectation.FLAG).orElse(true),
                in.map("statusTtlSeconds", STATUS, Expectation.seconds(0, MAX_SECONDS))
                        .orElse(Map.of()),
                in.section("key").map(CacheKey::read).orElse(CacheKey.DEFAULT));
        in.refuseUnknownKeys();
        return cache;
    }

    private static @Nullable Integer status(String text) {
        if (!text.matches("[2-4][0-9]{2}")) {
            return null;
        }
        Integer status = Integer.valueOf(text);
        return NEVER_KEPT.contains(status) ? null : status;
    }
}
