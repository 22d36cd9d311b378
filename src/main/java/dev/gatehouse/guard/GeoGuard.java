package dev.gatehouse.guard;

import dev.gatehouse.config.model.Geo;
import java.util.Set;

/**
 * Refuses callers by country. With a list of admitted countries, one that is not known is refused too; with only a list of
 * blocked ones it is admitted.
 */
final class GeoGuard implements Guard {

    private final Set<String> block;
    private final Set<String> allow;

    GeoGuard(Geo rules) {
        this.block = Set.copyOf(rules.blockCountries());
        this.allow = Set.copyOf(rules.allowCountries());
    }

    @Override
    public Reason reason() {
        return Reason.GEO;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        String country = request.country();
        boolean blocked = country != null && block.contains(country);
        boolean outside = !allow.isEmpty() && (country == null || !allow.contains(country));
        return blocked || outside ? Verdict.Refuse.with(403, Reason.GEO, "geo_forbidden") : Verdict.PASS;
    }
}
