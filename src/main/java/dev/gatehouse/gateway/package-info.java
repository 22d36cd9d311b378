/**
 * In which order everything happens to a request.
 *
 * <p>Start with {@link dev.gatehouse.gateway.Gateway}: the walk of one request. A {@link dev.gatehouse.gateway.Lane} is
 * one route, compiled by {@link dev.gatehouse.gateway.Lanes}; a {@link dev.gatehouse.gateway.Snapshot} is one
 * configuration, and every exchange keeps the one it began with. {@link dev.gatehouse.gateway.Answers} makes responses
 * out of refusals and failures; nobody else does.
 */
@NullMarked
package dev.gatehouse.gateway;

import org.jspecify.annotations.NullMarked;
