package dev.gatehouse.config.model;

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
}
