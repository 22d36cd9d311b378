/**
 * How the container reaches us: the servlet, the filter, and everything that knows what containers really do.
 *
 * <p>Start with {@link dev.gatehouse.servlet.GatehouseServlet} or {@link dev.gatehouse.servlet.GatehouseFilter}; both own
 * one {@link dev.gatehouse.servlet.Lifecycle}, which starts and stops all there is. {@link
 * dev.gatehouse.servlet.ContainerClient} is the client's end of an exchange; {@link dev.gatehouse.servlet.Container} says
 * how each container wants to be written to.
 */
@NullMarked
package dev.gatehouse.servlet;

import org.jspecify.annotations.NullMarked;
