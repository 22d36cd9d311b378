/**
 * What did the operator ask for? Documents in, immutable records out, or every fault at once.
 *
 * <p>Start with {@code load.RouteTables}, which turns text into a route table or a list of problems, and with {@code
 * model.RouteTableConfig}, which is what comes out. Nothing in here acts on a setting; each capability is handed the
 * one record it needs.
 */
@NullMarked
package dev.gatehouse.config;

import org.jspecify.annotations.NullMarked;
