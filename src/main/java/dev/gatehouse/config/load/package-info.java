/**
 * From documents to route tables. Start with {@link dev.gatehouse.config.load.RouteTables}; tables written in code begin
 * with {@link dev.gatehouse.config.load.RouteTableBuilder}.
 */
@NullMarked
package dev.gatehouse.config.load;

import org.jspecify.annotations.NullMarked;
