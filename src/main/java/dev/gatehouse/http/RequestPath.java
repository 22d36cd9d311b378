package dev.gatehouse.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The path of a request: as the client wrote it, and in every spelling in which an origin might read it.
 *
 * <p>The raw path is never changed; it is what gets forwarded. A prefix, however, is tested against all spellings:
 * percent-decoded (again and again until nothing changes), with repeated slashes collapsed, with path parameters
 * ({@code ;x}) removed, with backslashes as slashes, cut at a decoded {@code ?} or {@code #}, with dot segments
 * resolved, and in all combinations and orders of these. One hit is enough, so that no spelling slips past a rule.
 *
 * <p>The same generosity makes {@code /public/..%2fadmin} lie under {@code /public} and under {@code /admin} at once.
 * Whoever forwards under a prefix asks {@link #leaves} first and refuses what could lead out of it; and when the prefix
 * is removed, {@link #cutsCleanly}.
 *
 * <p>Immutable as seen from outside. The spellings are worked out at the first question that needs them; nearly all
 * paths have only one, which one scan finds out, and cost nothing more. Work and memory are bounded: see
 * {@link PathFault#TOO_MANY_SPELLINGS}.
 */
public final class RequestPath {

    private final String raw;
    private final boolean plain;
    private final @Nullable PathFault writtenFault;
    private @Nullable Spellings spellings; // derived, so a race at worst derives it twice

    private RequestPath(String raw, boolean plain, @Nullable PathFault writtenFault) {
        this.raw = raw;
        this.plain = plain;
        this.writtenFault = writtenFault;
    }

    /** Takes a path as it was sent, without query. Any text is accepted; see {@link #fault()}. */
    public static RequestPath of(String raw) {
        if (raw.isEmpty() || raw.charAt(0) != '/') {
            return new RequestPath(raw, true, raw.equals("*") ? null : PathFault.NOT_ABSOLUTE);
        }
        boolean plain = true;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '?' || c == '#') {
                return new RequestPath(raw, true, PathFault.ILLEGAL_CHARACTER);
            }
            plain = plain && !hasOtherSpelling(raw, i, c);
        }
        return new RequestPath(raw, plain, null);
    }

    private static boolean hasOtherSpelling(String raw, int at, char c) {
        return switch (c) {
            case '%', ';', '\\' -> true;
            case '/' -> at + 1 < raw.length() && startsOddly(raw, at + 1);
            default -> false;
        };
    }

    /** Whether an empty segment with more after it, or a dot segment, begins at {@code start}. */
    private static boolean startsOddly(String raw, int start) {
        char c = raw.charAt(start);
        return c == '/' || (c == '.' && PathSegments.isDots(raw, start, PathSegments.end(raw, start)));
    }

    /** The path exactly as the client wrote it. */
    public String raw() {
        return raw;
    }

    /** Whether the path has only one spelling: the raw one. */
    public boolean isPlain() {
        return plain;
    }

    /** Why the path must be refused; null where nothing is wrong with it. */
    public @Nullable PathFault fault() {
        return writtenFault != null || plain ? writtenFault : derived().fault();
    }

    /** Whether the path may be matched and forwarded at all; see {@link #fault()}. */
    public boolean isSafe() {
        return fault() == null;
    }

    /** All spellings, each once, the raw path first. At most {@value Spellings#MOST}. */
    public List<String> spellings() {
        return plain ? List.of(raw) : derived().all();
    }

    /**
     * The shortest spelling; of several equally short ones the first by its characters. Paths that are only other
     * spellings of one another have the same, since every reading makes a path shorter or its characters smaller: what
     * is to be counted once, however it is written, is counted under this.
     */
    public String simplest() {
        List<String> all = spellings();
        String simplest = raw;
        for (int i = 1; i < all.size(); i++) {
            String spelling = all.get(i);
            boolean shorter = spelling.length() < simplest.length();
            if (shorter || (spelling.length() == simplest.length() && spelling.compareTo(simplest) < 0)) {
                simplest = spelling;
            }
        }
        return simplest;
    }

    /** Whether some spelling of the path is at or below {@code prefix}. */
    public boolean isUnder(PathPrefix prefix) {
        if (plain) {
            return prefix.holds(raw);
        }
        List<String> all = derived().all();
        for (int i = 0; i < all.size(); i++) {
            if (prefix.holds(all.get(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether some spelling has a {@code ..} that steps out of {@code prefix}, be it only for a moment, or above the
     * root. Such a request must not be forwarded by a rule for {@code prefix} (400): the origin may read it as
     * something the rule does not speak for. With {@link PathPrefix#ROOT}: whether it climbs above the root.
     */
    public boolean leaves(PathPrefix prefix) {
        if (plain) {
            return false;
        }
        List<String> all = derived().all();
        for (int i = 0; i < all.size(); i++) {
            if (new PrefixWalk(prefix).stepsOut(all.get(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * What is left of the raw path when the bytes that spell {@code prefix} are cut off: {@code /v1/x} for
     * {@code /openai/v1/x} without {@code /openai}. It is never decoded and always begins with a slash; an exact hit
     * leaves {@code /}.
     *
     * <p>Where only another spelling is under {@code prefix}, the cut is made after the literal segment with which the
     * prefix is complete: {@code //%6fpenai;a=1/v1} leaves {@code /v1}. Where no literal segment ends there, as many
     * segments are cut as the prefix has; {@link #cutsCleanly} tells.
     */
    public String without(PathPrefix prefix) {
        int cut = cutAfter(prefix);
        return rest(cut >= 0 ? cut : afterSegments(prefix.segments().size()));
    }

    /**
     * Whether {@link #without} is a trustworthy answer: the prefix ends where a literal segment ends, and no spelling
     * of what is left climbs above its own root, which at the upstream would be the base path. If not, refuse (400).
     */
    public boolean cutsCleanly(PathPrefix prefix) {
        if (plain) {
            return prefix.holds(raw);
        }
        int cut = cutAfter(prefix);
        return cut >= 0 && !RequestPath.of(rest(cut)).leaves(PathPrefix.ROOT);
    }

    /** The index in the raw path at which {@code prefix} has been spelled out; -1 where there is none. */
    private int cutAfter(PathPrefix prefix) {
        int literal = prefix.end(raw);
        return literal >= 0 || plain ? literal : new PrefixWalk(prefix).literalEnd(raw);
    }

    private int afterSegments(int count) {
        int at = 0;
        for (int i = 0; i < count && at < raw.length(); i++) {
            at = PathSegments.end(raw, at + 1);
        }
        return at;
    }

    private String rest(int from) {
        return from >= raw.length() ? "/" : raw.substring(from);
    }

    private Spellings derived() {
        Spellings known = spellings;
        if (known == null) {
            known = Spellings.of(raw);
            spellings = known;
        }
        return known;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RequestPath path && raw.equals(path.raw);
    }

    @Override
    public int hashCode() {
        return raw.hashCode();
    }

    /** The raw path. */
    @Override
    public String toString() {
        return raw;
    }
}
