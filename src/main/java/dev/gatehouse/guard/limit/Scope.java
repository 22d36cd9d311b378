package dev.gatehouse.guard.limit;

import dev.gatehouse.config.model.Limiter;
import dev.gatehouse.config.model.RateLimit.By;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Sha256;
import dev.gatehouse.http.RequestPath;
import dev.gatehouse.net.IpAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which bucket a request of one route falls into. Buckets of two routes are never the same, even under one limiter.
 *
 * <p>Immutable.
 */
final class Scope {

    /** Longer labels and paths stand in names of buckets by their digest, so that a bucket has a bounded size. */
    static final int LONGEST = 128;

    private final Limiter limiter;
    private final By by;
    private final String text;
    private final Bucket shared;

    /**
     * The buckets of a route.
     *
     * @param label the route's id or derived label
     */
    Scope(Limiter limiter, By by, String label) {
        this.limiter = limiter;
        this.by = by;
        // the label can be any text: encoded, it has no colon and cannot run into what follows
        String route = URLEncoder.encode(bounded(label), StandardCharsets.UTF_8);
        this.text = limiter.name() + ':' + by.name().toLowerCase(Locale.ROOT) + ':' + route;
        this.shared = new Bucket(this, null, "");
    }

    Limiter limiter() {
        return limiter;
    }

    /** Limiter, kind and route: what all buckets of the route have in common, in their order and without a colon inside. */
    String text() {
        return text;
    }

    /** The bucket of {@code request}; null where it is a caller's and nobody knows who calls. */
    @Nullable
    Bucket of(GuardedRequest request) {
        if (by == By.ROUTE) {
            return shared;
        }
        IpAddress address = request.address();
        if (address == null) {
            return null;
        }
        IpAddress caller = address.unmapped().customerNetwork();
        return new Bucket(this, caller, by == By.PATH ? path(request.head().path()) : "");
    }

    /** The same text for all spellings of a path, with and without a slash at its end. */
    private static String path(RequestPath path) {
        String simplest = path.simplest();
        int end = simplest.length() - 1;
        return bounded(end > 0 && simplest.charAt(end) == '/' ? simplest.substring(0, end) : simplest);
    }

    private static String bounded(String text) {
        return text.length() <= LONGEST ? text : "sha256-" + Sha256.hex(text);
    }
}
