package dev.gatehouse.upstream.health;

import dev.gatehouse.config.model.HealthProbe;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.transport.Origin;
import dev.gatehouse.transport.Probe;

/**
 * An upstream whose health is known.
 *
 * @param name what its health is kept under; no two of a service have the same
 * @param basePath put in front of the path of a probe: empty, or begins with {@code /} and does not end with it
 */
public record HealthOrigin(String name, Origin origin, String basePath) {

    /** The question that {@code policy} puts to it. */
    public Probe probe(HealthProbe policy) {
        return new Probe(
                origin, basePath + policy.path(), new FieldList(0), policy.timeout(), policy.followRedirects());
    }
}
