package dev.gatehouse.guard;

import dev.gatehouse.config.model.IpRules;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.net.IpRanges;

/**
 * Refuses callers by address. A denied range wins over an admitted one; a caller without an address is refused, since
 * nobody can say that it is none of those denied.
 */
final class IpGuard implements Guard {

    private final IpRanges allow;
    private final IpRanges deny;

    IpGuard(IpRules rules) {
        this.allow = IpRanges.of(rules.allow());
        this.deny = IpRanges.of(rules.deny());
    }

    @Override
    public Reason reason() {
        return Reason.IP;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        IpAddress address = request.address();
        boolean admitted = address != null && !deny.contains(address) && (allow.isEmpty() || allow.contains(address));
        return admitted ? Verdict.PASS : Verdict.Refuse.with(403, Reason.IP, "ip_forbidden");
    }
}
