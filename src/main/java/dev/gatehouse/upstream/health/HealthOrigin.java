package dev.gatehouse.upstream.health;

import dev.gatehouse.transport.Origin;

/**
 * An upstream whose health is known.
 *
 * @param name what its health is kept under; no two of a service have the same
 * @param basePath put in front of the path of a probe: empty, or begins with {@code /} and does not end with it
 */
public record HealthOrigin(String name, Origin origin, String basePath) {}
