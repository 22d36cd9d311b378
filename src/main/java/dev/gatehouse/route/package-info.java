/**
 * Which route is this request for, if any?
 *
 * <p>Start with {@link dev.gatehouse.route.RouteTable}. It is generic in what a route leads to and knows nothing of
 * guards, upstreams or caches. Routes keep the order the operator wrote them in; the indexes beneath only find the first
 * one that holds without asking all of them.
 */
@NullMarked
package dev.gatehouse.route;

import org.jspecify.annotations.NullMarked;
