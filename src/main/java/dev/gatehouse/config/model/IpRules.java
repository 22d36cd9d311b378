package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import dev.gatehouse.net.IpRange;
import java.util.List;

/**
 * Which addresses are let in. At least one of the lists has an entry; a denial wins.
 *
 * @param allow the only ranges that are let in; empty for any
 * @param deny the ranges that are refused
 */
public record IpRules(List<IpRange> allow, List<IpRange> deny) {

    /** Copies the lists. */
    public IpRules {
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
    }

    private static final Expectation<IpRange> RANGE =
            Expectation.text("an IP address or a range such as 10.0.0.0/8", IpRange::parse);

    static IpRules read(Section in) {
        List<IpRange> allow = in.list("allow", 0, Section.UNBOUNDED, RANGE).orElse(List.of());
        List<IpRange> deny = in.list("deny", 0, Section.UNBOUNDED, RANGE).orElse(List.of());
        if (in.isMissingOrEmpty("allow") && in.isMissingOrEmpty("deny")) {
            in.fault("no rule", "an entry in allow or deny");
        }
        in.refuseUnknownKeys();
        return new IpRules(allow, deny);
    }
}
