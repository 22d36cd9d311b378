/**
 * What can be done from a shell.
 *
 * <p>Start with {@link dev.gatehouse.cli.GatehouseCommand}. {@link dev.gatehouse.cli.Main} is the first class of {@code java
 * -jar gatehouse.war} and makes the rest loadable; {@link dev.gatehouse.cli.Standalone} is the container that comes with the
 * WAR.
 *
 * <p>Commands print results on standard output and faults on standard error, one a line. They end with 0 where all is well,
 * 1 where what they were given is not, and 2 where they were called wrongly.
 */
@NullMarked
package dev.gatehouse.cli;

import org.jspecify.annotations.NullMarked;
