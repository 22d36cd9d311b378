package dev.gatehouse.gateway;

import dev.gatehouse.config.model.ServerSettings.Unmatched;
import dev.gatehouse.net.HostPattern;
import java.util.List;

/**
 * What holds before and after the route table.
 *
 * @param hosts the hosts that are served; empty for any
 * @param unmatched what becomes of a request that no route claims
 */
public record FrontRules(List<HostPattern> hosts, Unmatched unmatched) {

    /** Serves any host and passes unmatched requests on. */
    public static final FrontRules NONE = new FrontRules(List.of(), new Unmatched.FallThrough());

    /** Copies the list. */
    public FrontRules {
        hosts = List.copyOf(hosts);
    }

    /** Whether a request for {@code host} is meant for us; if not, it is misdirected (RFC 9110, section 15.5.20). */
    boolean serves(String host) {
        return hosts.isEmpty() || HostPattern.anyMatches(hosts, host);
    }
}
