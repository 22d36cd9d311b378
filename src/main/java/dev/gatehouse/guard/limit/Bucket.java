package dev.gatehouse.guard.limit;

import dev.gatehouse.net.IpAddress;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What is counted together: all requests of a route, those of one caller, or those of one caller for one path.
 *
 * <p>Immutable. No record, since it is compared for every request: the methods written here are the cheaper ones. Ordered, so
 * that a hash table finds its way among buckets whose hashes are equal: callers choose their paths, and can choose them so.
 */
final class Bucket implements Comparable<Bucket> {

    private static final Comparator<Bucket> ORDER = Comparator.comparing((Bucket bucket) -> bucket.scope.text())
            .thenComparing(bucket -> bucket.path)
            .thenComparing(bucket -> bucket.caller, Comparator.nullsFirst(Comparator.naturalOrder()));

    private final Scope scope;
    private final @Nullable IpAddress caller;
    private final String path;

    /**
     * A bucket.
     *
     * @param caller null where all callers share it
     * @param path empty where all paths share it
     */
    Bucket(Scope scope, @Nullable IpAddress caller, String path) {
        this.scope = scope;
        this.caller = caller;
        this.path = path;
    }

    /** How long a window of this bucket lasts, in nanoseconds. */
    long periodNanos() {
        return scope.limiter().period().toNanos();
    }

    /** The name in a store that others use too; two buckets have the same only if they are equal. */
    String text() {
        StringBuilder text = new StringBuilder(96).append(scope.text());
        if (caller != null) {
            text.append(':').append(caller);
        }
        if (!path.isEmpty()) {
            text.append(':').append(path);
        }
        return text.toString();
    }

    @Override
    public int compareTo(Bucket other) {
        return ORDER.compare(this, other);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Bucket bucket
                && path.equals(bucket.path)
                && (caller == null ? bucket.caller == null : caller.equals(bucket.caller))
                && scope.text().equals(bucket.scope.text());
    }

    @Override
    public int hashCode() {
        int hash = scope.text().hashCode() * 31 + path.hashCode();
        return caller == null ? hash : hash * 31 + caller.hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
