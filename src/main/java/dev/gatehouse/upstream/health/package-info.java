/**
 * Which upstreams are alive: asked on schedule, told by live requests, and remembered on this node or in a Redis that all
 * nodes share.
 *
 * <p>Start with {@link dev.gatehouse.upstream.health.UpstreamHealth}, which a deployment has one of. A {@link
 * dev.gatehouse.upstream.health.HealthBoard} is what a route asks and tells; a {@link
 * dev.gatehouse.upstream.health.HealthStore} keeps one {@link dev.gatehouse.upstream.health.HealthDocument} for all of them,
 * as other processes may read it. The job probes; {@link dev.gatehouse.upstream.health.Wellness} says what a good answer is.
 *
 * <p>Health never takes a request away from an upstream that could answer: those who are dead are asked last, unless a route
 * says otherwise. Whether a request fails over, and whether its failure marks an upstream, are two decisions.
 */
@NullMarked
package dev.gatehouse.upstream.health;

import org.jspecify.annotations.NullMarked;
