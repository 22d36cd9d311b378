package dev.gatehouse.upstream.pick;

import dev.gatehouse.config.model.HashBy;
import dev.gatehouse.config.model.HashType;
import dev.gatehouse.config.model.StickyBy;
import dev.gatehouse.config.model.Target;
import dev.gatehouse.http.Cookies;
import dev.gatehouse.http.QueryString;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.net.IpAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the entry of a split that a caller belongs to: the one its sticky cookie names, where the route keeps callers by
 * cookie, or else the one its key hashes to.
 *
 * <p>A key that the request lacks, or has without content, would put all such callers at one entry; they are spread by their
 * addresses instead. Without an address either nothing is hashed, and the first entry is taken.
 *
 * <p>Threads: immutable, may be shared.
 */
public final class SplitPicker {

    /**
     * An entry, and how it was found.
     *
     * @param index in declared order, from 0
     * @param sticky whether a cookie named it; the hash was not asked then
     * @param scope what was hashed
     */
    public record Choice(int index, boolean sticky, Scope scope) {}

    /** What of a request was hashed: not what the table asks for, but what was there. */
    public enum Scope {
        /** The caller's address. */
        IP,
        /** The path below the mount, as sent. */
        PATH,
        /** Scheme, authority, path below the mount and query, as sent. */
        URL,
        /** The field that the table names. */
        HEADER,
        /** The cookie that the table names. */
        COOKIE,
        /** The query parameter that the table names. */
        QUERY,
        /** Nothing: a cookie decided, or there was nothing to hash. */
        NONE;

        private final String text = name().toLowerCase(Locale.ROOT);

        /** The word for events and logs. */
        public String text() {
            return text;
        }
    }

    /** What a sticky cookie may say, in declared order; empty where the route does not look at it. */
    private final List<String> stickyNames;

    private final HashBy by;
    private final int seed;
    private final Shares shares;

    private SplitPicker(List<String> stickyNames, HashBy by, int seed, Shares shares) {
        this.stickyNames = stickyNames;
        this.by = by;
        this.seed = seed;
        this.shares = shares;
    }

    /**
     * A picker.
     *
     * @param split 1 to 64 entries
     * @param routeId parts the callers of one route otherwise than those of another; null where the route has none. A ring
     *     leaves it out: it gives a caller the same upstream on all routes
     */
    public static SplitPicker of(Target.Split split, @Nullable String routeId) {
        String prefix = (routeId == null ? "" : routeId) + " ";
        int seed = split.hashType() == HashType.MODULO ? Fnv.hash(prefix) : Fnv.START;
        return new SplitPicker(stickyNames(split), split.hashBy(), seed, Shares.of(split.entries(), split.hashType()));
    }

    private static List<String> stickyNames(Target.Split split) {
        return split.stickyBy() == StickyBy.COOKIE
                ? split.entries().stream()
                        .map(entry -> entry.upstream().authority())
                        .toList()
                : List.of();
    }

    /**
     * Finds the entry for a request.
     *
     * @param address the caller's; null where it is not known
     */
    public Choice pick(RequestHead head, @Nullable IpAddress address) {
        int kept = kept(head);
        return kept >= 0 ? new Choice(kept, true, Scope.NONE) : hashed(head, address);
    }

    /** The entry that the sticky cookie names; -1 where there is none. */
    private int kept(RequestHead head) {
        if (stickyNames.isEmpty()) {
            return -1;
        }
        String name = Cookies.first(head.cookies(), StickyCookie.NAME);
        return name == null ? -1 : stickyNames.indexOf(name);
    }

    private Choice hashed(RequestHead head, @Nullable IpAddress address) {
        if (by instanceof HashBy.Path) {
            return chosen(Fnv.onward(seed, head.path().raw()), Scope.PATH);
        }
        if (by instanceof HashBy.Url) {
            return chosen(url(head), Scope.URL);
        }
        if (by instanceof HashBy.Header field) {
            return named(head.header(field.name()), Scope.HEADER, address);
        }
        if (by instanceof HashBy.Cookie cookie) {
            return named(Cookies.first(head.cookies(), cookie.name()), Scope.COOKIE, address);
        }
        if (by instanceof HashBy.Query parameter) {
            return named(QueryString.first(head.query(), parameter.name()), Scope.QUERY, address);
        }
        return byAddress(address);
    }

    /** The hash of the URL, without putting it together. */
    private int url(RequestHead head) {
        int hash = Fnv.onward(seed, head.scheme());
        hash = Fnv.onward(hash, "://");
        hash = Fnv.onward(hash, head.authority());
        hash = Fnv.onward(hash, head.path().raw());
        String query = head.query();
        return query == null ? hash : Fnv.onward(Fnv.onward(hash, "?"), query);
    }

    private Choice named(@Nullable String value, Scope scope, @Nullable IpAddress address) {
        return value == null || value.isEmpty() ? byAddress(address) : chosen(Fnv.onward(seed, value), scope);
    }

    private Choice byAddress(@Nullable IpAddress address) {
        return address == null
                ? new Choice(0, false, Scope.NONE)
                : chosen(Fnv.onward(seed, address.unmapped().toString()), Scope.IP);
    }

    private Choice chosen(int hash, Scope scope) {
        return new Choice(shares.entry(hash), false, scope);
    }
}
