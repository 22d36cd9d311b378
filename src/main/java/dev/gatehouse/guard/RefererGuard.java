package dev.gatehouse.guard;

import dev.gatehouse.config.model.Referer;
import dev.gatehouse.net.Authority;
import dev.gatehouse.net.HostPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that were linked from pages of other hosts. A fence against hotlinks and no access control: whoever is
 * not a browser can send any {@code Referer}.
 *
 * <p>A value that is there and names no host is refused even where none at all is admitted: it claims something that
 * nobody can check.
 */
final class RefererGuard implements Guard {

    private final List<HostPattern> allow;
    private final boolean allowEmpty;
    private final int status;

    RefererGuard(Referer rules) {
        this.allow = rules.allow();
        this.allowEmpty = rules.allowEmpty();
        this.status = rules.onRefuse();
    }

    @Override
    public Reason reason() {
        return Reason.REFERER;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        String value = request.head().header("referer");
        boolean admitted = value == null || value.isBlank() ? allowEmpty : isAllowed(hostOf(value.strip()));
        return admitted ? Verdict.PASS : Verdict.Refuse.with(status, Reason.REFERER, "referer_forbidden");
    }

    private boolean isAllowed(@Nullable String host) {
        return host != null && HostPattern.anyMatches(allow, host);
    }

    /** The host of an http or https URL, without port and user information; null for anything else. */
    private static @Nullable String hostOf(String url) {
        int start =
                url.regionMatches(true, 0, "https://", 0, 8) ? 8 : url.regionMatches(true, 0, "http://", 0, 7) ? 7 : -1;
        if (start < 0) {
            return null;
        }
        int end = start;
        while (end < url.length() && "/?#\\".indexOf(url.charAt(end)) < 0) {
            end++;
        }
        int at = url.lastIndexOf('@', end - 1);
        Authority authority = Authority.parse(url.substring(Math.max(start, at + 1), end));
        return authority == null ? null : authority.host();
    }
}
